namespace EventSourcingBench.Reporting.Building;

internal static class FlagBuilder
{
    public static IReadOnlyList<Flag> Build(RunFolder folder, int index, IReadOnlyList<SuiteModel> suites)
    {
        var (run, environment) = (folder.Run, folder.Environment);
        var oneTrial = folder.Steps.Select(s => s.Trial == 1 ? OneTrial(folder, s) : null).ToList();
        IEnumerable<Flag?> flags =
        [
            .. OfVerdicts(index, suites), .. OfTiers(folder),
            folder.Steps.Count > 0 ? null : new(
                FlagSeverity.Serious, "Nothing was measured", "The run ended before its first step did. There is no number to show."),
            !run.Interrupted ? null : new(
                FlagSeverity.Warning, "Interrupted",
                $"The user ended the run before its end: {Format.Count(folder.Steps.Count)} steps were measured, later ones are missing."),
            !run.Together ? null : new(
                FlagSeverity.Warning, "Stores loaded together",
                "The stores ran at the same time and took each other's CPU and disk: the numbers say how they share this machine, not "
                + "what each can do."),
            oneTrial.Count == 0 || oneTrial.Contains(null) ? null : new(
                FlagSeverity.Note, "One trial", string.Join(' ', oneTrial.Distinct(StringComparer.Ordinal))),
            run.GitCommit?.EndsWith("-dirty", StringComparison.Ordinal) != true ? null : new(
                FlagSeverity.Note, "Changed files",
                $"The run was started from a checkout with uncommitted changes ({run.GitCommit}): the commit alone does not repeat it."),
            !environment.InMemoryFileSystem ? null : new(
                FlagSeverity.Serious, "Data folder in memory",
                $"The data folder is on {environment.FileSystem}: forcing to disk cost nothing, durable numbers from it are worth "
                + "nothing. Give a folder on a disk."),
            .. environment.Warnings.Select(w => new Flag(FlagSeverity.Warning, "Environment", w)),
            .. OfClient(index, suites), .. OfNotes(folder),
        ];
        return [.. flags.OfType<Flag>().OrderByDescending(f => f.Severity)];
    }

    private static IEnumerable<Flag> OfVerdicts(int index, IReadOnlyList<SuiteModel> suites) =>
        from suite in suites
        from store in suite.Unranked
        where store.Run == index && store.Verdict == VerdictState.Failed
        select new Flag(
            FlagSeverity.Serious, $"{store.Store} failed verification in {suite.Name}",
            $"{store.Reason} ({store.Where}). None of its numbers in this suite is ranked.");

    // The store's record has the weakest tier of its steps, with the reason of the step that showed it.
    private static IEnumerable<Flag> OfTiers(RunFolder folder) =>
        from store in folder.Run.Stores
        let step = folder.Steps.FirstOrDefault(s => s.Durability == new DurabilityRecord(store.Durability, store.DurabilityReason))
        where step is not null
        select new Flag(
            FlagSeverity.Serious, $"{store.Name} is ranked as {store.Durability}",
            string.Create(CultureInfo.InvariantCulture, $"{store.DurabilityReason} (found after step {step.Number})"));

    private static string? OneTrial(RunFolder folder, StepRecord step)
    {
        var suite = SuiteDefinition.Of(step.Suite, [folder]);
        return suite.Report.PartsAreTrials && suite.PartsOf(step) > 1 ? null : suite.Report.OneTrial
            ?? "Each step ran once, which decides nothing between stores. Repeat with --trials 6 or more to compare them.";
    }

    private static IEnumerable<Flag> OfClient(int index, IReadOnlyList<SuiteModel> suites) =>
        from suite in suites
        let bound = suite.Cells.Where(c => c.Run == index && c.ClientBound).ToList()
        where bound.Count > 0
        let steps = string.Join("; ", bound.Select(c => $"{c.Store} at {c.Load.Label} ({Format.Percent(c.ShareOfCeiling)})"))
        select new Flag(
            FlagSeverity.Warning, $"Client-bound steps in {suite.Name}",
            "Above 80% of what the load generator reaches against an endpoint that does nothing, so these measure the generator: "
            + $"{steps}.");

    private static IEnumerable<Flag> OfNotes(RunFolder folder) =>
        folder.Steps.SelectMany(s => s.Notes.Distinct()).GroupBy(n => n, StringComparer.Ordinal).Select(g => new Flag(
            FlagSeverity.Note, "How the load was made", string.Create(CultureInfo.InvariantCulture, $"{g.Key} (steps: {g.Count()})")));
}
