using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the charts of a suite are built from: its steps in one model of load.</summary>
internal sealed class ChartContext(string prefix, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
{
    public IReadOnlyList<Cell> Cells => cells;

    public IReadOnlyList<Load> Loads { get; } = [.. cells.Select(c => c.Load).Distinct().OrderBy(l => l.Order)];

    /// <summary>Whether all loads are rates. Only then do service and response time differ.</summary>
    public bool IsOpen { get; } = cells[0].Load.IsOpen;

    public string XName => IsOpen ? "Rate (requests/s)" : "Copies";

    /// <summary>Of a chart over the loads.</summary>
    public string ByLoad => IsOpen ? "by rate" : "by copies";

    /// <summary>Of a chart that does not say its load, in a suite that may have both models.</summary>
    public string AtLoads => IsOpen ? " at a rate" : string.Empty;

    public string Id(string chart) => $"{prefix}-{chart}";

    public string StoreName(Cell cell) => Letters.StoreName(cell, runs);

    /// <summary>What the horizontal axis of a chart over the loads shows: the loads, whatever was stored before.</summary>
    private IReadOnlyList<Load> Sizes => [.. Loads.Select(l => l with { Preload = null }).Distinct().OrderBy(l => l.Order)];

    /// <summary>What was stored before the loads, ascending; 0 alone in suites that store nothing.</summary>
    private IReadOnlyList<long> Preloads => [.. Loads.Select(l => l.Preload ?? 0).Distinct().Order()];

    /// <summary>Labels of the horizontal axis, without the unit that the axis already says.</summary>
    public IReadOnlyList<string> Categories => [.. Sizes.Select(l => l.Ramp ? l.Label : l.Size)];

    /// <summary>The choice of what was stored before, the last of a chart over the loads: a line from an empty store to a full one would mean nothing.</summary>
    private IReadOnlyList<ChartSelector> PreloadSelector =>
        Preloads.Count == 1 ? [] : [new("Stored before", [.. Preloads.Select(p => Format.Count(p))])];

    /// <summary>In which orders requests came, where that is told; else none.</summary>
    private IReadOnlyList<string> Orders { get; } = Way.OrdersOf(cells.Select(Way.Of).OfType<Way>());

    /// <summary>The choice of the order in which requests came, after all others: lines of several would be too many to tell apart.</summary>
    public IReadOnlyList<ChartSelector> OrderSelector => Orders.Count < 2 ? [] : [new("Request order", Orders)];

    /// <summary>What that choice adds to the key of a view, and which cells are in it.</summary>
    public IReadOnlyList<(string Key, Func<Cell, bool> Has)> OrderViews => Orders.Count < 2
        ? [(string.Empty, _ => true)]
        : [.. Orders.Select((order, i) => (string.Create(CultureInfo.InvariantCulture, $"/{i}"), (Func<Cell, bool>)(c => Way.Of(c)?.Order == order)))];

    /// <summary>The choices that a chart over the loads has after its own.</summary>
    public IReadOnlyList<ChartSelector> LastSelectors => [.. PreloadSelector, .. OrderSelector];

    /// <summary>Views with a line for each store of each run, over the loads.</summary>
    /// <param name="key">The choices of the selectors that come before, as the keys of views are made; may be empty.</param>
    /// <param name="unit">The name of the vertical axis.</param>
    /// <param name="value">What is drawn.</param>
    /// <param name="scale">What it is multiplied by.</param>
    public IEnumerable<KeyValuePair<string, ChartView>> OverLoads(string key, string unit, Func<Cell, Estimate?> value, double scale = 1)
    {
        var preloads = Preloads;
        for (var i = 0; i < preloads.Count; i++)
        {
            var choice = i.ToString(CultureInfo.InvariantCulture);
            var whole = preloads.Count == 1 ? key : key.Length == 0 ? choice : $"{key}/{choice}";
            foreach (var (order, has) in OrderViews)
            {
                yield return new((whole + order).TrimStart('/'), new ChartView(unit, OverLoads(preloads[i], has, value, scale)));
            }
        }
    }

    private List<ChartSeries> OverLoads(long preload, Func<Cell, bool> has, Func<Cell, Estimate?> value, double scale) =>
    [
        .. cells.Where(c => (c.Load.Preload ?? 0) == preload && has(c)).GroupBy(c => (c.Run, c.Store)).Select(store => style.Series(
            store.Key.Store,
            store.Key.Run,
            [.. Sizes.Select(size => Point(store.FirstOrDefault(c => c.Load with { Preload = null } == size) is { } cell ? value(cell) : null, scale))])),
    ];

    /// <summary>A line for each store of each run at one load, over what was stored before.</summary>
    public IReadOnlyList<ChartSeries> Over(IReadOnlyList<long> preloads, Load load, Func<Cell, Estimate?> value) =>
    [
        .. cells.Where(c => c.Load with { Preload = null } == load).GroupBy(c => (c.Run, c.Store)).Select(store => style.Series(
            store.Key.Store,
            store.Key.Run,
            [.. preloads.Select(p => Point(store.FirstOrDefault(c => c.Load.Preload == p) is { } cell ? value(cell) : null, 1))])),
    ];

    /// <summary>A line for each store of each run at one load.</summary>
    public IReadOnlyList<ChartSeries> AtLoad(Load load, Func<Cell, bool> has, Func<Cell, IReadOnlyList<IReadOnlyList<double>?>?> points) =>
    [
        .. cells.Where(c => c.Load == load && has(c))
            .Select(c => (Cell: c, Points: points(c)))
            .Where(c => c.Points is { Count: > 0 })
            .Select(c => style.Series(c.Cell.Store, c.Cell.Run, c.Points!)),
    ];

    /// <summary>The greatest load: what a reader looks at first.</summary>
    public int LastLoad => Loads.Count - 1;

    public ChartSelector LoadSelector => new("Load", [.. Loads.Select(l => l.Label)], LastLoad);

    /// <summary>A time as the end of a point: milliseconds, and a 1 where that is a lower bound.</summary>
    public static IReadOnlyList<double> Point(ResponseTime time) => Bounded(Number(time.Time.TotalMilliseconds), time.IsLowerBound);

    /// <summary>A value as the end of a point, and a 1 where that is a lower bound.</summary>
    public static IReadOnlyList<double> Bounded(double value, bool isLowerBound) => isLowerBound ? [value, 1] : [value];

    /// <summary>A point of a category: the value, with both ends of its interval where it has one, or a 1 where it is a lower bound.</summary>
    public static IReadOnlyList<double>? Point(Estimate? estimate, double scale) => estimate switch
    {
        null => null,
        { Low: { } low, High: { } high } e => [Number(e.Median * scale), Number(low * scale), Number(high * scale)],
        { } e => Bounded(Number(e.Median * scale), e.IsLowerBound),
    };

    /// <summary>Four significant digits: more cannot be seen and make the file large.</summary>
    public static double Number(double value) =>
        double.Parse(value.ToString("E3", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}
