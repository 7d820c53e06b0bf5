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
            RequestReport.FlagIf(folder.Steps.Count == 0, "nothing"),
            RequestReport.FlagIf(run.Interrupted, "interrupted", Format.Count(folder.Steps.Count)),
            RequestReport.FlagIf(run.Together, "together"),
            RequestReport.FlagIf(
                oneTrial.Count > 0 && !oneTrial.Contains(null), "one trial", string.Join(' ', oneTrial.Distinct(StringComparer.Ordinal))),
            RequestReport.FlagIf(run.GitCommit?.EndsWith("-dirty", StringComparison.Ordinal) == true, "changed", run.GitCommit),
            RequestReport.FlagIf(environment.InMemoryFileSystem, "in memory", environment.FileSystem),
            .. environment.Warnings.Select(w => new Flag(FlagSeverity.Warning, "Environment", w)),
            .. OfClient(index, suites), .. OfDrift(folder), .. OfNotes(folder),
        ];
        return [.. flags.OfType<Flag>().OrderByDescending(f => f.Severity)];
    }

    private const int MostDrifted = 5;

    private static IEnumerable<Flag> OfVerdicts(int index, IReadOnlyList<SuiteModel> suites) =>
        from suite in suites
        from store in suite.Unranked
        where store.Run == index && store.Verdict == VerdictState.Failed
        select new Flag(FlagSeverity.Serious, $"{store.Store} failed verification in {suite.Name}",
            $"{store.Reason} ({store.Where}). None of its numbers in this suite is ranked.");

    // The store's record has the weakest tier of its steps, with the reason of the step that showed it.
    private static IEnumerable<Flag> OfTiers(RunFolder folder) =>
        from store in folder.Run.Stores
        let step = folder.Steps.FirstOrDefault(s => s.Durability == new DurabilityRecord(store.Durability, store.DurabilityReason))
        where step is not null
        select new Flag(FlagSeverity.Serious, $"{store.Name} is ranked as {store.Durability}",
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
        select new Flag(FlagSeverity.Warning, $"Client-bound steps in {suite.Name}",
            "Above 80% of what the load generator reaches against an endpoint that does nothing, so these measure the generator: "
            + $"{steps}.");

    private static IEnumerable<Flag?> OfDrift(RunFolder folder)
    {
        var known = folder.Steps.Where(s => s.Drift is not null).ToList();
        var drifted = known.Where(s => !s.Drift!.IsSteady).OrderByDescending(s => Math.Abs(s.Drift!.Change)).ToList();
        yield return RequestReport.FlagIf(
            drifted.Count > 0, "drift", drifted.Count, known.Count, string.Join("; ", drifted.Take(MostDrifted).Select(Words)));
        yield return RequestReport.FlagIf(
            folder.Steps.Any(s => s.Seconds.Count is > 0 and < Drift.FewestSeconds && (s.Copies ?? s.Rate) is not null), "too short",
            Drift.FewestSeconds);

        static string Words(StepRecord step)
        {
            var cause = step.CausesOfDrift() is { Count: > 0 } causes ? string.Join(", ", causes) : "not known";
            return string.Create(CultureInfo.InvariantCulture,
                $"{step.Store} at {new Load(step.Copies, step.Rate, step.Ramp).Label}, trial {step.Trial}: "
                    + $"{(step.Rate is null ? "throughput" : "median response time")} {step.Drift!.Change:+0%;-0%}, likely cause: {cause}");
        }
    }

    private static IEnumerable<Flag> OfNotes(RunFolder folder) =>
        folder.Steps.SelectMany(s => s.Notes.Distinct()).GroupBy(n => n, StringComparer.Ordinal).Select(g => new Flag(
            FlagSeverity.Note, "How the load was made", string.Create(CultureInfo.InvariantCulture, $"{g.Key} (steps: {g.Count()})")));
}
