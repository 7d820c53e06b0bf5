using System.Globalization;

namespace EventSourcingBench.Reporting;

/// <summary>What every chart of a suite is built from.</summary>
internal sealed class ChartContext(string suite, IReadOnlyList<Cell> cells, SeriesStyle style, int runs)
{
    public IReadOnlyList<Cell> Cells => cells;

    public IReadOnlyList<Load> Loads { get; } = [.. cells.Select(c => c.Load).Distinct().OrderBy(l => l.Order)];

    public string XName => Loads.All(l => !l.IsOpen) ? "Copies" : Loads.All(l => l.IsOpen) ? "Rate (requests/s)" : "Load";

    /// <summary>Whether service and response time differ: they do in the open model only.</summary>
    public bool HasOpenLoad => Loads.Any(l => l.IsOpen);

    public string Id(string chart) => $"{suite}-{chart}";

    public string StoreName(Cell cell) => Letters.StoreName(cell, runs);

    /// <summary>Labels of the horizontal axis: the bare number where the axis already says what it counts.</summary>
    public IReadOnlyList<string> Categories => [.. Loads.Select(l => Loads.All(o => o is { IsOpen: false, Ramp: false }) ? l.Label.Split(' ')[0] : l.Label)];

    /// <summary>A line for each store of each run, over the loads.</summary>
    public IReadOnlyList<ChartSeries> OverLoads(Func<Cell, Estimate?> value, double scale = 1) =>
    [
        .. cells.GroupBy(c => (c.Run, c.Store)).Select(store => style.Series(
            store.Key.Store,
            store.Key.Run,
            [.. Loads.Select(load => Point(store.FirstOrDefault(c => c.Load == load) is { } cell ? value(cell) : null, scale))])),
    ];

    /// <summary>A line for each store of each run at one load.</summary>
    public IReadOnlyList<ChartSeries> AtLoad(Load load, Func<Cell, IReadOnlyList<IReadOnlyList<double>?>?> points) =>
    [
        .. cells.Where(c => c.Load == load)
            .Select(c => (Cell: c, Points: points(c)))
            .Where(c => c.Points is { Count: > 0 })
            .Select(c => style.Series(c.Cell.Store, c.Cell.Run, c.Points!)),
    ];

    /// <summary>The greatest load: what a reader looks at first.</summary>
    public int LastLoad => Loads.Count - 1;

    public ChartSelector LoadSelector => new("Load", [.. Loads.Select(l => l.Label)], LastLoad);

    private static IReadOnlyList<double>? Point(Estimate? estimate, double scale) => estimate switch
    {
        null => null,
        { HasInterval: true } e => [Number(e.Median * scale), Number(e.Low!.Value * scale), Number(e.High!.Value * scale)],
        { } e => [Number(e.Median * scale)],
    };

    /// <summary>Four significant digits: more cannot be seen and make the file large.</summary>
    public static double Number(double value) =>
        double.Parse(value.ToString("E3", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}
