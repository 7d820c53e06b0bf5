namespace EventSourcingBench.Reporting.Shapes;

/// <summary>Values as the points of charts.</summary>
internal static class ChartPoint
{
    /// <summary>The value, with both ends of its interval where it has one, or a 1 where it is a lower bound.</summary>
    public static IReadOnlyList<double>? Of(Estimate? estimate) => estimate switch
    {
        null => null,
        { Low: { } low, High: { } high } e => [Number(e.Median), Number(low), Number(high)],
        { } e => Bounded(Number(e.Median), e.IsLowerBound),
    };

    /// <summary>Milliseconds, and a 1 where they are a lower bound.</summary>
    public static IReadOnlyList<double> Of(ResponseTime time) => Bounded(Number(time.Time.TotalMilliseconds), time.IsLowerBound);

    /// <summary>A value, and a 1 where it is a lower bound.</summary>
    public static IReadOnlyList<double> Bounded(double value, bool isLowerBound) => isLowerBound ? [value, 1] : [value];

    /// <summary>Four significant digits: more cannot be seen and make the file large.</summary>
    public static double Number(double value) =>
        double.Parse(value.ToString("E3", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture);
}

/// <summary>Points of a fitted curve, close enough together to be drawn as one.</summary>
internal static class FittedLine
{
    private const int Usual = 24;

    /// <summary>Places in equal ratios, as a logarithmic axis has them; those where the curve is not above 0 are left out.</summary>
    public static IReadOnlyList<IReadOnlyList<double>> Points(double from, double to, Func<double, double> curve, int count = Usual)
    {
        var (low, high) = (Math.Log(from), Math.Log(to));
        return
        [
            .. Enumerable.Range(0, count)
                .Select(i => Math.Exp(low + ((high - low) * i / (count - 1))))
                .Select(x => (X: x, Y: curve(x)))
                .Where(p => p.Y > 0 && double.IsFinite(p.Y))
                .Select(p => (IReadOnlyList<double>)[ChartPoint.Number(p.X), ChartPoint.Number(p.Y)]),
        ];
    }
}
