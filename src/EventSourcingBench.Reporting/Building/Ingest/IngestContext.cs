using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the charts of an ingest are built from.</summary>
internal sealed class IngestContext(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
{
    public IReadOnlyList<IngestResult> Results { get; } = IngestResult.Of(cells);

    public IReadOnlyList<long> Counts => [.. Results.Select(r => r.Load.Count).Distinct().Order()];

    public IReadOnlyList<long> Sizes => [.. Results.Select(r => r.Load.BufferBytes).Distinct().Order()];

    public IReadOnlyList<string> Modes => [.. Results.OrderBy(r => r.Load.BufferOrder).Select(r => r.Load.Mode).Distinct(StringComparer.Ordinal)];

    public IReadOnlyList<string> Buffers => [.. Results.OrderBy(r => r.Load.BufferOrder).Select(r => r.Load.Buffer).Distinct(StringComparer.Ordinal)];

    public IReadOnlyList<int> Nodes => [.. Results.Select(r => r.Load.Nodes).Distinct().Order()];

    /// <summary>Embedded before servers before several nodes.</summary>
    public IReadOnlyList<string> Clusters =>
    [
        .. Results.OrderBy(r => r.Load.ClusterType switch { "embedded" => 0, "server" => 1, _ => 2 }).ThenBy(r => r.Load.Nodes)
            .Select(r => r.Load.Cluster).Distinct(StringComparer.Ordinal),
    ];

    public ChartSelector EventsSelector => new("Events", [.. Counts.Select(Format.Count)], Counts.Count - 1);

    public ChartSelector NodesSelector => new("Nodes", [.. Nodes.Select(n => Format.Count(n))]);

    public ChartSelector ModeSelector => new("Buffer", Modes);

    /// <summary>The best buffer of each store, or one for all. Option 0 is the best.</summary>
    public ChartSelector BufferSelector => new("Buffer", Buffers.Count == 1 ? Buffers : ["best of each store", .. Buffers]);

    public string Id(string chart) => $"{suite}-{chart}";

    public string StoreName(IngestResult result) => Letters.StoreName(result.Cell, runs);

    /// <summary>The results with the buffer that was chosen of <see cref="BufferSelector"/>.</summary>
    public IEnumerable<IngestResult> WithBuffer(int option) =>
        option == 0 && Buffers.Count > 1 ? Results : Results.Where(r => r.Load.Buffer == Buffers[Math.Max(0, option - (Buffers.Count > 1 ? 1 : 0))]);

    /// <summary>A line for each store of each run; where several results share a place the best one stands there.</summary>
    public IReadOnlyList<ChartSeries> Over<T>(
        IEnumerable<IngestResult> chosen, IReadOnlyList<T> places, Func<IngestResult, T> place, Func<IngestResult, IReadOnlyList<double>?> point) =>
    [
        .. chosen.GroupBy(r => (r.Cell.Run, r.Cell.Store)).Select(store => style.Series(
            store.Key.Store,
            store.Key.Run,
            [.. places.Select(p => Best(store.Where(r => EqualityComparer<T>.Default.Equals(place(r), p))) is { } best ? point(best) : null)])),
    ];

    /// <summary>That with the greatest median, of those whose verdict passed if there are any; null of none.</summary>
    public static IngestResult? Best(IEnumerable<IngestResult> results) =>
        results.OrderBy(r => r.Cell.Verdict).ThenByDescending(r => r.Rate.Median).FirstOrDefault();

    public static IReadOnlyList<double> Point(Estimate value) => value is { Low: { } low, High: { } high }
        ? [ChartContext.Number(value.Median), ChartContext.Number(low), ChartContext.Number(high)]
        : [ChartContext.Number(value.Median)];
}
