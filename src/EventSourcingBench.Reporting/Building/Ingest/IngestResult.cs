using EventSourcingBench.Measurement;
using MathNet.Numerics.Statistics;

namespace EventSourcingBench.Reporting;

/// <summary>What the trials of one store with one load of an ingest came to.</summary>
internal sealed class IngestResult
{
    private static readonly double[] BoxQuantiles = [0, 0.25, 0.5, 0.75, 1];

    private readonly double[] _sorted;

    private IngestResult(Cell cell)
    {
        Cell = cell;
        Load = cell.Load.Ingest!;
        var records = cell.Trials.Select(t => t.Ingest).OfType<IngestRecord>().ToList();
        Trials = [.. records.SelectMany(r => r.Trials)];
        Counted = [.. records.SelectMany(Ranked)];
        _sorted = [.. Counted.Select(t => t.EventsPerSecond).Order()];
        Cold = Estimates.Of(records.SelectMany(Undisturbed).Where(t => !t.Warm).Select(t => (double?)t.EventsPerSecond), 1)?.Median;
        EventBytes = records.Count == 0 ? 0 : records.Average(r => r.EventBytes);
    }

    public Cell Cell { get; }

    public IngestLoad Load { get; }

    /// <summary>The store without its number of nodes: each number of nodes is a store of its own, named <c>store (3 nodes)</c>.</summary>
    public string Product => Cell.Store.EndsWith(NodesSuffix, StringComparison.Ordinal) ? Cell.Store[..^NodesSuffix.Length] : Cell.Store;

    private string NodesSuffix => $" ({Load.NodesText})";

    /// <summary>All trials.</summary>
    public IReadOnlyList<IngestTrial> Trials { get; }

    /// <summary>Those that the median is taken of.</summary>
    public IReadOnlyList<IngestTrial> Counted { get; }

    /// <summary>Events a second: the median with its interval.</summary>
    public Estimate Rate => Cell.Throughput;

    /// <summary>The greatest of the counted trials; null without one.</summary>
    public double? Maximum => _sorted.Length == 0 ? null : _sorted[^1];

    /// <summary>The trials after a fresh start; null without one.</summary>
    public double? Cold { get; }

    /// <summary>Whether the median is of cold trials, because there are no warm ones.</summary>
    public bool OnlyCold => Counted.Count > 0 && !Counted[0].Warm;

    /// <summary>Seconds for a million events at the median; null where nothing was acknowledged.</summary>
    public double? SecondsForMillion => Rate.Median > 0 ? 1e6 / Rate.Median : null;

    /// <summary>Mean bytes of an event's data.</summary>
    public double EventBytes { get; }

    public long Overflowed => Trials.Sum(t => t.Overflowed);

    public long Failed => Trials.Sum(t => t.Failed);

    /// <summary><see cref="Failed"/> as a share of all events offered; null where none was.</summary>
    public double? FailedShare => Trials.Sum(t => t.Acknowledged + t.Overflowed) + Failed is > 0 and var offered ? (double)Failed / offered : null;

    /// <summary>Least value, first quartile, median, third quartile, greatest value of the counted trials; null without one.</summary>
    public IReadOnlyList<double>? Box => _sorted.Length == 0
        ? null
        : [.. BoxQuantiles.Select(q => SortedArrayStatistics.QuantileCustom(_sorted, q, QuantileDefinition.R7))];

    public static IReadOnlyList<IngestResult> Of(IReadOnlyList<Cell> cells) =>
        [.. cells.Where(c => c.Load.Ingest is not null).Select(c => new IngestResult(c))];

    /// <summary>The trials that stand for a step: the warm ones, or where there are none the cold ones; not that in which a node was killed.</summary>
    public static IReadOnlyList<IngestTrial> Ranked(IngestRecord record)
    {
        var undisturbed = Undisturbed(record);
        var warm = undisturbed.Where(t => t.Warm).ToList();
        return warm.Count > 0 ? warm : undisturbed;
    }

    /// <summary>A node dies in the last trial. Where that is the only one, it is all there is.</summary>
    private static IReadOnlyList<IngestTrial> Undisturbed(IngestRecord record) =>
        record.NodeDeath is null || record.Trials.Count < 2 ? record.Trials : [.. record.Trials.SkipLast(1)];
}
