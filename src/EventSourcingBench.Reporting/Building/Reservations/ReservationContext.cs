using System.Globalization;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>What the charts of reservations are built from: the steps of one model of load, each with its way of use.</summary>
internal sealed class ReservationContext
{
    // The seed of intervals over trials: any, as long as it is always the same.
    private const int Seed = 1;

    private readonly ChartContext _context;
    private readonly int _runs;
    private readonly List<string> _names;

    public ReservationContext(ChartContext context, int runs)
    {
        (_context, _runs) = (context, runs);
        Cells = [.. context.Cells.Select(c => (Cell: c, Way: Way.Of(c)!)).Where(c => c.Way is not null).OrderBy(c => c.Way.Place).ThenBy(c => c.Cell.Load.Order)];
        Sides = [.. Cells.Select(c => c.Way.Side).Distinct(StringComparer.Ordinal)];
        Orders = Way.OrdersOf(Cells.Select(c => c.Way));

        // The strongest promise first: what a reader looks at before anything is chosen.
        Stores = [.. Cells.OrderBy(c => Tier.Order(c.Cell.Tier)).Select(c => c.Way.Store).Distinct(StringComparer.Ordinal)];
        _names = [.. Orders, .. Sides];
    }

    /// <summary>The steps that reserved something, sorted for a reader.</summary>
    public IReadOnlyList<(Cell Cell, Way Way)> Cells { get; }

    /// <summary>The command sides.</summary>
    public IReadOnlyList<string> Sides { get; }

    /// <summary>The orders of requests, hot ones with their skew.</summary>
    public IReadOnlyList<string> Orders { get; }

    /// <summary>The stores, by their own names.</summary>
    public IReadOnlyList<string> Stores { get; }

    public ChartSelector StoreSelector => new("Store", Stores);

    public string XName => _context.XName;

    public string ByLoad => _context.ByLoad;

    public IReadOnlyList<Load> Loads => _context.Loads;

    public string Id(string chart) => _context.Id(chart);

    public string StoreName(Cell cell) => _context.StoreName(cell);

    /// <summary>The store's own name, with the run where there are several.</summary>
    public string PlainStoreName(Way way) => Letters.StoreName(way.Store, way.Run, _runs);

    /// <summary>A line: the name is the side or the order, with the nodes and the run where there are several.</summary>
    /// <param name="name">The side or the order.</param>
    /// <param name="way">Whose it is.</param>
    /// <param name="points">As the chart's kind says.</param>
    public ChartSeries Line(string name, Way way, IReadOnlyList<IReadOnlyList<double>?> points) => new(
        Letters.StoreName(Cells.Any(c => c.Way.Nodes > 1) ? $"{name}, {way.NodesText}" : name, way.Run, _runs),
        _names.IndexOf(name),
        way.Run > 0 || way.Nodes > 1,
        points);

    /// <summary>The median over the trials of a value that each step has, with its interval.</summary>
    public static Func<Cell, Estimate?> OfSteps(Func<StepRecord, double?> value) => cell => Estimates.Of(cell.Trials.Select(value), Seed);

    /// <summary>A value as a point with its interval; null where there is none.</summary>
    public static IReadOnlyList<double>? Point(Cell? cell, Func<Cell, Estimate?> value) => cell is null ? null : ChartContext.Point(value(cell), 1);

    /// <summary>The median of a value over the trials; null where none has it.</summary>
    public static double? Median(Cell cell, Func<StepRecord, double?> value) => OfSteps(value)(cell)?.Median;

    /// <summary>Busy cores of all processes together, the mean of a step; null where the system did not tell.</summary>
    public static double? BusyCores(StepRecord step) =>
        step.Seconds.Any(s => s.ClientCores is not null) ? step.Seconds.Average(s => s.ClientCores) + (step.Seconds.Average(s => s.ApiCores) ?? 0) + (step.Seconds.Average(s => s.ServerCores) ?? 0) : null;

    /// <summary>A number in the invariant culture.</summary>
    public static string Text(double number) => number.ToString("0.###", CultureInfo.InvariantCulture);
}
