using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Gives a store the same colour in every chart, whatever order it ran in.</summary>
internal sealed class SeriesStyle
{
    private readonly Dictionary<string, int> _colors;
    private readonly int _runs;

    public SeriesStyle(IReadOnlyList<RunFolder> runs)
    {
        _runs = runs.Count;

        // Orders of requests are never in one chart: ways of use that differ in nothing else share a colour.
        var ways = runs.SelectMany(r => r.Steps).Where(s => s.Reservations is not null).DistinctBy(s => s.Store).ToDictionary(s => s.Store, s => WayOf(s.Reservations!), StringComparer.Ordinal);
        var stores = StoresOf(runs);
        var kinds = stores.Select(s => ways.GetValueOrDefault(s, s)).Distinct(StringComparer.Ordinal).ToList();
        _colors = stores.ToDictionary(s => s, s => kinds.IndexOf(ways.GetValueOrDefault(s, s)), StringComparer.Ordinal);
    }

    /// <summary>The stores of the runs' steps in the order of their colours.</summary>
    public static List<string> StoresOf(IReadOnlyList<RunFolder> runs) =>
        [.. runs.SelectMany(r => r.Steps.Select(s => s.Store)).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    private static string WayOf(ReservationRecord of) => string.Create(CultureInfo.InvariantCulture, $"{of.Store} ({of.Nodes}) ({of.Strategy})");

    public ChartSeries Series(string store, int run, IReadOnlyList<IReadOnlyList<double>?> points) =>
        new(Letters.StoreName(store, run, _runs), _colors[store], run > 0, points);
}
