namespace EventSourcingBench.Reporting.Publishing;

/// <summary>What a run must be to be published, so that its numbers can be believed and repeated.</summary>
internal static class PublishingGate
{
    private const int LeastTrials = 5;
    private const int MostNamed = 3;
    private const string OfClient = " (client)";

    /// <summary>What speaks against it: the reason and its remedy, a sentence or two each; none where nothing does.</summary>
    public static IEnumerable<string> Reasons(RunFolder folder, IReadOnlyList<(SuiteDefinition Suite, Cell Cell)> cells)
    {
        var (run, environment) = (folder.Run, folder.Environment);
        return new[]
        {
            If(cells.Count == 0, "Nothing was measured. Run a suite to its end."),
            If(run.EndedAt <= run.StartedAt, "The run did not end: it was killed. Repeat it and let it end."),
            If(run.Interrupted || folder.Steps.Any(s => s.Interrupted), "The run was interrupted. Repeat it and let it end."),
            If(run.Together, "The stores shared the machine's CPU and disk. Repeat the run without --together."),
            Of(cells.Where(c => c.Cell.Verdict == VerdictState.Failed), "failed verification",
                "Correct the store, or leave it out with --stores."),
            Of(cells.Where(c => c.Cell.Verdict == VerdictState.NotVerified), "could not be verified",
                "Its verdict says why. Remove the cause and repeat the run."),
            Of(cells.Where(c => c.Cell.Trials.Sum(t => c.Suite.Report.PartsAreTrials ? c.Suite.PartsOf(t) : 1) < LeastTrials),
                $"has fewer than {LeastTrials} trials",
                $"Repeat the run with --trials {LeastTrials} or more, or publish a suite without trials with --force."),
            Of(cells.Where(c => run.Via != "direct" && c.Cell.Load.Copies is not null && c.Cell.ShareOfCeiling is null),
                "cannot be marked as client-bound or not: the no-op ceiling was not measured, or a store was faster than it",
                "Repeat the run, without --no-ceiling, --generators and --engine, or with --rate."),
            environment.WhyNotDurable() is not { } reason ? null
                : $"No store is durable here: {reason}. Set TMPDIR to a folder on a disk and repeat the run.",
            run.GitCommit is null ? "The run was not started from a checkout. Run it from a commit that others can get."
                : If(run.GitCommit.EndsWith("-dirty", StringComparison.Ordinal),
                    "The run was started with uncommitted changes. Commit them, or remove them, and repeat the run."),
        }.OfType<string>()
        .Concat(environment.Warnings.Select(w =>
            $"The machine was not fit: {w.TrimEnd('.')}. Check it with 'esb doctor' and repeat the run."))

        // A server that the run started has the settings of its plug-in at this commit.
        .Concat(
            from store in run.Stores
            where store.RepeatOf is null && store.ServerOrigin.StartsWith("environment", StringComparison.Ordinal)
                && store.Settings.Keys.All(k => k.EndsWith(OfClient, StringComparison.Ordinal))
            select $"No settings of {store.Name} were read from its server. Give its user the right to read them and repeat the run.")
        .Concat(
            from store in run.Stores
            where folder.Steps.Any(s => s.Durability == new DurabilityRecord(store.Durability, store.DurabilityReason))
            select $"{store.Name} keeps less than it claims, and counts as {store.Durability}: {store.DurabilityReason.TrimEnd('.')}. "
                + "Correct its settings and repeat the run.");
    }

    private static string? If(bool isSo, string reason) => isSo ? reason : null;

    private static string? Of(IEnumerable<(SuiteDefinition Suite, Cell Cell)> cells, string what, string remedy)
    {
        var names = cells.Select(c => $"{c.Cell.Store} in {c.Suite.Name} at {c.Cell.Load.Label}").ToList();
        var more = names.Count > MostNamed ? FormattableString.Invariant($" ({names.Count - MostNamed} more)") : string.Empty;
        return names.Count == 0 ? null : $"This {what}: {string.Join("; ", names.Take(MostNamed))}{more}. {remedy}";
    }
}
