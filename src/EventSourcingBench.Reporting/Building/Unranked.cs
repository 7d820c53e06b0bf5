using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Who may not be ranked, and why.</summary>
internal static class Unranked
{
    /// <summary>Whether a step's number may be ranked by the measure.</summary>
    public static bool MayRank(Cell cell, RankingMeasure measure) =>
        cell.Verdict == VerdictState.Passed && measure switch
        {
            RankingMeasure.BulkRate => cell.Load.Ingest is not null && cell.Throughput.Median > 0 && !IsAlone(cell),
            RankingMeasure.GrownAppend => GrowthLine.Of(cell, GrowthMeasure.Append) is not null,
            RankingMeasure.ProjectionDelay => cell.Service is not null && cell.Delay is not null,
            RankingMeasure.Throughput => cell.Service is not null && !cell.Load.IsOpen,
            _ => cell.Service is not null,
        };

    /// <summary>A store whose verdict passed and that was not measured where the others are compared.</summary>
    public static UnrankedStore NotThere(Cell cell, string reason) => new(cell.Run, cell.Store, cell.Tier, cell.Verdict, "not ranked: " + reason, string.Empty, []);

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

        return NotThere(cells[0], measure switch
        {
            RankingMeasure.BulkRate => cells.All(IsAlone) ? "one node alone replicates nothing; give it several (--nodes 3)" : "no event was acknowledged",
            RankingMeasure.GrownAppend => "no sample was taken",
            _ => cells.All(c => c.Service is null) ? "no request succeeded" : "no projection delay was measured",
        });
    }

    /// <summary>A store that promises a majority of nodes and has one node only keeps no such promise.</summary>
    private static bool IsAlone(Cell cell) => cell.Tier == Tier.Replicated && cell.Load.Ingest is { Nodes: 1 };

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
