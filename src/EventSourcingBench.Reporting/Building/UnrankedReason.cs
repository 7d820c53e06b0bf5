namespace EventSourcingBench.Reporting.Building;

/// <summary>Who may not be ranked, and why.</summary>
internal static class UnrankedReason
{
    /// <summary>Whether a step's number may be ranked by the rule.</summary>
    public static bool MayRank(Cell cell, RankingRule rule) => cell.Verdict == VerdictState.Passed && rule.May(cell);

    /// <summary>A store whose verdict passed and that was not measured where the others are compared.</summary>
    public static UnrankedStore NotThere(Cell cell, string reason) =>
        new(cell.Run, cell.Store, cell.Tier, cell.Verdict, "not ranked: " + reason, string.Empty, []);

    /// <summary>Why a store has no place, or null where it has one.</summary>
    public static UnrankedStore? Explain(IReadOnlyList<Cell> cells, RankingRule rule)
    {
        var failed = WithState(cells, VerdictState.Failed);
        if (failed.Count > 0)
        {
            return FromVerdict(cells, failed, VerdictState.Failed);
        }

        if (cells.Any(c => MayRank(c, rule)))
        {
            return null;
        }

        var unverified = WithState(cells, VerdictState.NotVerified);
        return unverified.Count > 0 ? FromVerdict(cells, unverified, VerdictState.NotVerified) : NotThere(cells[0], rule.Missing(cells));
    }

    private static List<(Load Load, StepRecord Trial)> WithState(IReadOnlyList<Cell> cells, VerdictState state) =>
        [.. cells.SelectMany(c => c.Trials.Where(t => Verdicts.StateOf(t.Verdict) == state).Select(t => (c.Load, t)))];

    private static UnrankedStore FromVerdict(
        IReadOnlyList<Cell> cells, List<(Load Load, StepRecord Trial)> found, VerdictState state)
    {
        // The step that lost most says most, else the one of which most was found.
        var (load, trial) = found.MaxBy(f => (f.Trial.Verdict[FindingKind.Lost], f.Trial.Verdict.Total, -f.Trial.Number));
        var all = cells.Sum(c => c.Trials.Count);
        var where = string.Create(
            CultureInfo.InvariantCulture, $"{load.Label}, trial {trial.Trial}; {found.Count} of {all} steps {Verdicts.Label(state)}");
        return new UnrankedStore(
            cells[0].Run, cells[0].Store, cells[0].Tier, state, trial.Verdict.Text, where, trial.Verdict.Examples);
    }
}
