using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Who may not be ranked, and why.</summary>
internal static class Unranked
{
    /// <summary>Whether a step's number may be ranked by the measure.</summary>
    public static bool MayRank(Cell cell, RankingMeasure measure) =>
        cell.Verdict == VerdictState.Passed
        && cell.Service is not null
        && (measure != RankingMeasure.ProjectionDelay || cell.Delay is not null)
        && (measure != RankingMeasure.Throughput || !cell.Load.IsOpen);

    /// <summary>Why a store has no place, or null where it has one.</summary>
    public static UnrankedStore? Explain(IReadOnlyList<Cell> cells, RankingMeasure measure)
    {
        var failed = WithState(cells, VerdictState.Failed);
        if (failed.Count > 0)
        {
            return FromVerdict(cells, failed, VerdictState.Failed);
        }

        if (cells.Any(c => MayRank(c, measure)))
        {
            return null;
        }

        var unverified = WithState(cells, VerdictState.NotVerified);
        if (unverified.Count > 0)
        {
            return FromVerdict(cells, unverified, VerdictState.NotVerified);
        }

        var reason = cells.All(c => c.Service is null) ? "not ranked: no request succeeded" : "not ranked: no projection delay was measured";
        return new UnrankedStore(cells[0].Run, cells[0].Store, cells[0].Tier, VerdictState.Passed, reason, string.Empty, []);
    }

    private static List<(Load Load, StepRecord Trial)> WithState(IReadOnlyList<Cell> cells, VerdictState state) =>
        [.. cells.SelectMany(c => c.Trials.Where(t => Verdicts.StateOf(t.Verdict) == state).Select(t => (c.Load, t)))];

    private static UnrankedStore FromVerdict(
        IReadOnlyList<Cell> cells, List<(Load Load, StepRecord Trial)> found, VerdictState state)
    {
        // The step that lost most says most.
        var (load, trial) = found.MaxBy(f => (f.Trial.Verdict.Lost, -f.Trial.Number));
        var all = cells.Sum(c => c.Trials.Count);
        var where = string.Create(
            CultureInfo.InvariantCulture, $"{load.Label}, trial {trial.Trial}; {found.Count} of {all} steps {Verdicts.Label(state)}");
        return new UnrankedStore(
            cells[0].Run, cells[0].Store, cells[0].Tier, state, trial.Verdict.Text, where, trial.Verdict.Examples);
    }
}
