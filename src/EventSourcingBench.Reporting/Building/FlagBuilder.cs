namespace EventSourcingBench.Reporting.Building;

/// <summary>Finds what takes from the numbers.</summary>
internal static class FlagBuilder
{
    public static IReadOnlyList<Flag> Build(RunFolder folder, int index, IReadOnlyList<SuiteModel> suites) =>
    [
        .. OfVerdicts(index, suites).Concat(OfTiers(folder)).Concat(OfRun(folder)).Concat(OfEnvironment(folder.Environment))
            .Concat(OfClient(index, suites)).Concat(OfNotes(folder)).OrderByDescending(f => f.Severity),
    ];

    private static IEnumerable<Flag> OfVerdicts(int index, IReadOnlyList<SuiteModel> suites) =>
        from suite in suites
        from store in suite.Unranked
        where store.Run == index && store.Verdict == VerdictState.Failed
        select new Flag(
            FlagSeverity.Serious,
            $"{store.Store} failed verification in {suite.Name}",
            $"{store.Reason} ({store.Where}). None of its numbers in this suite is ranked.");

    // The store's record has the weakest tier of its steps, with the reason of the step that showed it.
    private static IEnumerable<Flag> OfTiers(RunFolder folder) =>
        from store in folder.Run.Stores
        let step = folder.Steps.FirstOrDefault(s => s.Durability == new DurabilityRecord(store.Durability, store.DurabilityReason))
        where step is not null
        select new Flag(
            FlagSeverity.Serious,
            $"{store.Name} is ranked as {store.Durability}",
            string.Create(CultureInfo.InvariantCulture, $"{store.DurabilityReason} (found after step {step.Number})"));

    private static IEnumerable<Flag> OfRun(RunFolder folder)
    {
        if (folder.Steps.Count == 0)
        {
            yield return new(
                FlagSeverity.Serious, "Nothing was measured", "The run ended before its first step did. There is no number to show.");
        }

        if (folder.Run.Interrupted)
        {
            yield return new(
                FlagSeverity.Warning,
                "Interrupted",
                $"The user ended the run before its end: {Format.Count(folder.Steps.Count)} steps were measured, later ones are missing.");
        }

        if (folder.Run.Together)
        {
            yield return new(
                FlagSeverity.Warning,
                "Stores loaded together",
                "The stores ran at the same time and took each other's CPU and disk: the numbers say how they share this machine, not "
                + "what each can do.");
        }

        var oneTrial = folder.Steps.Select(s => s.Trial == 1 ? OneTrial(folder, s) : null).ToList();
        if (oneTrial.Count > 0 && !oneTrial.Contains(null))
        {
            yield return new(FlagSeverity.Note, "One trial", string.Join(' ', oneTrial.Distinct(StringComparer.Ordinal)));
        }

        if (folder.Run.GitCommit?.EndsWith("-dirty", StringComparison.Ordinal) == true)
        {
            yield return new(FlagSeverity.Note, "Changed files", "The run was started from a checkout with uncommitted changes "
                + $"({folder.Run.GitCommit}): the commit alone does not repeat it.");
        }
    }

    private static string? OneTrial(RunFolder folder, StepRecord step)
    {
        var suite = SuiteDefinition.Of(step.Suite, [folder]);
        return suite.Report.PartsAreTrials && suite.PartsOf(step) > 1 ? null : suite.Report.OneTrial
            ?? "Each step ran once, so no interval can be given. Repeat with --trials 5 before small differences are believed.";
    }

    private static IEnumerable<Flag> OfEnvironment(EnvironmentRecord environment) =>
    [
        .. environment.InMemoryFileSystem
            ? (Flag[])
            [
                new(
                    FlagSeverity.Serious,
                    "Data folder in memory",
                    $"The data folder is on {environment.FileSystem}: forcing to disk cost nothing, durable numbers from it are worth "
                    + "nothing. Give a folder on a disk."),
            ]
            : [],
        .. environment.Warnings.Select(w => new Flag(FlagSeverity.Warning, "Environment", w)),
    ];

    private static IEnumerable<Flag> OfClient(int index, IReadOnlyList<SuiteModel> suites) =>
        from suite in suites
        let bound = suite.Cells.Where(c => c.Run == index && c.ClientBound).ToList()
        where bound.Count > 0
        let steps = string.Join("; ", bound.Select(c => $"{c.Store} at {c.Load.Label} ({Format.Percent(c.ShareOfCeiling)})"))
        select new Flag(
            FlagSeverity.Warning,
            $"Client-bound steps in {suite.Name}",
            "Above 80% of what the load generator reaches against an endpoint that does nothing, so these measure the generator: "
            + $"{steps}.");

    private static IEnumerable<Flag> OfNotes(RunFolder folder) =>
        folder.Steps.SelectMany(s => s.Notes.Distinct()).GroupBy(n => n, StringComparer.Ordinal).Select(g => new Flag(
            FlagSeverity.Note, "How the load was made", string.Create(CultureInfo.InvariantCulture, $"{g.Key} (steps: {g.Count()})")));
}
