using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the charts of an ingest are built from.</summary>
internal sealed class IngestContext
{
    private readonly string _suite;
    private readonly SeriesStyle _style;
    private readonly int _runs;

    public IngestContext(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
    {
        (_suite, _style, _runs) = (suite, style, runs);
        Results = IngestResult.Of(cells);
        var loads = Results.Select(r => r.Load).ToList();
        Counts = [.. loads.Select(l => l.Count).Distinct().Order()];
        Sizes = [.. loads.Select(l => l.BufferBytes).Distinct().Order()];
        Nodes = [.. loads.Select(l => l.Nodes).Distinct().Order()];
        Modes = [.. loads.OrderBy(l => l.BufferOrder).Select(l => l.Mode).Distinct(StringComparer.Ordinal)];
        Buffers = [.. loads.OrderBy(l => l.BufferOrder).Select(l => l.Buffer).Distinct(StringComparer.Ordinal)];
        Clusters =
        [
            .. loads.OrderBy(l => l.ClusterType switch { "embedded" => 0, "server" => 1, _ => 2 }).ThenBy(l => l.Nodes).ThenBy(l => l.Remote)
                .Select(l => l.Cluster).Distinct(StringComparer.Ordinal),
        ];
        EventsSelector = new("Events", [.. Counts.Select(Format.Count)], Counts.Count - 1);
        NodesSelector = new("Nodes", [.. Nodes.Select(n => Format.Count(n))]);
        ModeSelector = new("Buffer", Modes);
        BufferSelector = new("Buffer", Buffers.Count == 1 ? Buffers : ["best of each store", .. Buffers]);
    }

    public IReadOnlyList<IngestResult> Results { get; }

    public IReadOnlyList<long> Counts { get; }

    public IReadOnlyList<long> Sizes { get; }

    public IReadOnlyList<int> Nodes { get; }

    public IReadOnlyList<string> Modes { get; }

    public IReadOnlyList<string> Buffers { get; }

    /// <summary>Embedded before servers before several nodes.</summary>
    public IReadOnlyList<string> Clusters { get; }

    public ChartSelector EventsSelector { get; }

    public ChartSelector NodesSelector { get; }

    public ChartSelector ModeSelector { get; }

    /// <summary>The best buffer of each store, or one for all. Option 0 is the best.</summary>
    public ChartSelector BufferSelector { get; }

    public string Id(string chart) => $"{_suite}-{chart}";

    public string StoreName(IngestResult result) => Letters.StoreName(result.Cell, _runs);

    /// <summary>The results with the buffer that was chosen of <see cref="BufferSelector"/>.</summary>
    public IEnumerable<IngestResult> WithBuffer(int option) =>
        option == 0 && Buffers.Count > 1 ? Results : Results.Where(r => r.Load.Buffer == Buffers[Math.Max(0, option - (Buffers.Count > 1 ? 1 : 0))]);

    public string ProductName(IngestResult result) => Letters.StoreName(result.Product, result.Cell.Run, _runs);

    /// <summary>As <see cref="Over"/>, but one line for all numbers of nodes of a store.</summary>
    public IReadOnlyList<ChartSeries> OfProducts<T>(
        IEnumerable<IngestResult> chosen, IReadOnlyList<T> places, Func<IngestResult, T> place, Func<IngestResult, IReadOnlyList<double>?> point) =>
    [
        .. chosen.GroupBy(ProductName).Select(product => Line(product, places, place, point) with { Name = product.Key }),
    ];

    /// <summary>A line for each store of each run; where several results share a place the best one stands there.</summary>
    public IReadOnlyList<ChartSeries> Over<T>(
        IEnumerable<IngestResult> chosen, IReadOnlyList<T> places, Func<IngestResult, T> place, Func<IngestResult, IReadOnlyList<double>?> point) =>
    [
        .. chosen.GroupBy(r => (r.Cell.Run, r.Cell.Store)).Select(store => Line(store, places, place, point)),
    ];

    /// <summary>That with the greatest median, of those whose verdict passed if there are any; null of none.</summary>
    public static IngestResult? Best(IEnumerable<IngestResult> results) =>
        results.OrderBy(r => r.Cell.Verdict).ThenByDescending(r => r.Rate.Median).FirstOrDefault();

    public static IReadOnlyList<double> Point(Estimate value) => value is { Low: { } low, High: { } high }
        ? [ChartContext.Number(value.Median), ChartContext.Number(low), ChartContext.Number(high)]
        : [ChartContext.Number(value.Median)];

    private ChartSeries Line<T>(
        IEnumerable<IngestResult> results, IReadOnlyList<T> places, Func<IngestResult, T> place, Func<IngestResult, IReadOnlyList<double>?> point)
    {
        var all = results.ToList();
        return _style.Series(
            all[0].Cell.Store,
            all[0].Cell.Run,
            [.. places.Select(p => Best(all.Where(r => EqualityComparer<T>.Default.Equals(place(r), p))) is { } best ? point(best) : null)]);
    }
}
