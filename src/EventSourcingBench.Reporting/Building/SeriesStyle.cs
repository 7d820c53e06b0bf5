using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Gives a store the same colour in every chart, whatever order it ran in.</summary>
internal sealed class SeriesStyle
{
    private readonly List<string> _stores;
    private readonly int _runs;

    public SeriesStyle(IReadOnlyList<RunFolder> runs)
    {
        _runs = runs.Count;
        _stores = StoresOf(runs);
    }

    /// <summary>The stores of the runs' steps in the order of their colours.</summary>
    public static List<string> StoresOf(IReadOnlyList<RunFolder> runs) =>
        [.. runs.SelectMany(r => r.Steps.Select(s => s.Store)).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    public ChartSeries Series(string store, int run, IReadOnlyList<IReadOnlyList<double>?> points) =>
        new(Letters.StoreName(store, run, _runs), _stores.IndexOf(store), run > 0, points);
}
