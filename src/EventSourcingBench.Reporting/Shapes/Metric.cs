namespace EventSourcingBench.Reporting.Shapes;

internal sealed record Metric(string Name, string Unit, Func<Cell, Estimate?> Of)
{
    /// <summary>A metric that draws whole lines; null where there is nothing to draw.</summary>
    public Metric(string name, string unit, Func<IReadOnlyList<Cell>, ChartSeries, ChartSeries?> draw)
        : this(name, unit, (Func<Cell, Estimate?>)(_ => null)) => Draw = (cells, line) => draw(cells, line) is { } drawn ? [drawn] : [];

    /// <summary>Where its value stands; empty where it is computed.</summary>
    public string Path { get; init; } = string.Empty;

    /// <summary>What a step is drawn as in a chart with categories. Default: the value with its interval.</summary>
    public Func<Cell, IReadOnlyList<double>?> Point { get; init; } = c => ChartPoint.Of(Of(c));

    /// <summary>Draws the steps of one line where there are no categories, as one line or several.</summary>
    public Func<IReadOnlyList<Cell>, ChartSeries, IEnumerable<ChartSeries>>? Draw { get; init; }

    /// <summary>The same as the squares of a heat map of all steps.</summary>
    public Metric Squares(Axis x, Axis y, IReadOnlyList<Cell> all)
    {
        var (places, rows) = (x.Values(all).ToList(), y.Values(all).ToList());
        return new Metric(Name, Unit, (cells, line) => line with
        {
            Points =
            [
                .. cells.Where(c => Of(c) is not null).Select(c => (IReadOnlyList<double>)
                    [places.IndexOf(x.Of(c)!), rows.IndexOf(y.Of(c)!), ChartPoint.Number(Of(c)!.Value.Median)]),
            ],
        });
    }
}

internal static class ChartPoint
{
    private const int PointsOfLine = 24;

    /// <summary>The value, with both ends of its interval where it has one, or a 1 where it is a lower bound.</summary>
    public static IReadOnlyList<double>? Of(Estimate? estimate) => estimate switch
    {
        null => null,
        { Low: { } low, High: { } high } e => [Number(e.Median), Number(low), Number(high)],
        { } e => Bounded(Number(e.Median), e.IsLowerBound),
    };

    /// <summary>A value, and a 1 where it is a lower bound.</summary>
    public static IReadOnlyList<double> Bounded(double value, bool isLowerBound) => isLowerBound ? [value, 1] : [value];

    /// <summary>Four significant digits: more cannot be seen and make the file large.</summary>
    public static double Number(double value) => Format.Rounded(value, digits: 4);

    /// <summary>Points of a fitted curve, close enough together to be drawn as one: places in equal ratios, as a logarithmic axis has
    /// them; those where the curve is not above 0 are left out.</summary>
    public static IReadOnlyList<IReadOnlyList<double>> Line(double from, double to, Func<double, double> curve, int count = PointsOfLine)
    {
        var (low, high) = (Math.Log(from), Math.Log(to));
        return
        [
            .. Enumerable.Range(0, count)
                .Select(i => Math.Exp(low + ((high - low) * i / (count - 1)))).Select(x => (X: x, Y: curve(x)))
                .Where(p => p.Y > 0 && double.IsFinite(p.Y)).Select(p => (IReadOnlyList<double>)[Number(p.X), Number(p.Y)]),
        ];
    }
}
