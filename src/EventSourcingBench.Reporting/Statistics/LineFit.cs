namespace EventSourcingBench.Reporting.Statistics;

/// <summary>A straight line through measured values: what is paid once, and what is paid for each event. Least squares of the
/// <em>relative</em> deviations, that is with the weights 1/y²: unweighted, 50,000 events would outweigh 10 by the square of 5,000, and
/// nothing would be learnt of the fixed cost. <c>Fixed</c>: at no event, in the unit of the values. May be negative where the values bend.
/// <c>WorstDeviation</c>: the greatest distance of a value from the line, as a share of the value.</summary>
internal sealed record LineFit(double Fixed, double PerEvent, double WorstDeviation)
{
    private const int FewestCounts = 3;

    /// <returns>Null with fewer than three different counts, or a value that is not above zero.</returns>
    public static LineFit? Of(IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Select(p => p.X).Distinct().Count() < FewestCounts || points.Any(p => p.Y <= 0))
            return null;

        var weights = points.Select(p => 1 / (p.Y * p.Y)).ToArray();
        var total = weights.Sum();
        var meanX = points.Zip(weights, (p, w) => w * p.X).Sum() / total;
        var meanY = points.Zip(weights, (p, w) => w * p.Y).Sum() / total;
        var perEvent = points.Zip(weights, (p, w) => w * (p.X - meanX) * (p.Y - meanY)).Sum()
            / points.Zip(weights, (p, w) => w * (p.X - meanX) * (p.X - meanX)).Sum();
        var line = new LineFit(meanY - (perEvent * meanX), perEvent, 0);
        return line with { WorstDeviation = points.Max(p => Math.Abs((line.At(p.X) / p.Y) - 1)) };
    }

    public double At(double events) => Fixed + (PerEvent * events);
}

/// <summary>How values grow with the count where fixed costs no longer show: the slope of the least-squares line through the logarithms of
/// both, and the growth of the value from the least to the greatest count over the growth of the count; 1 is
/// proportional. <c>Half</c>: half of the 95% interval of the exponent; null with two values.</summary>
internal sealed record PowerLaw(double Exponent, double Growth, double? Half = null)
{
    // The counts that are looked at.
    public const double From = 1_000;
    public const double To = 50_000;
    public const double Tolerance = 0.15;

    public bool IsLinear => Math.Abs(Exponent - 1) <= Tolerance;

    /// <returns>Null with fewer than two different counts in the range, or a value that is not above zero.</returns>
    public static PowerLaw? Of(IEnumerable<(double X, double Y)> points)
    {
        var inRange = points.Where(p => p.X is >= From and <= To).OrderBy(p => p.X).ToList();
        if (inRange.Select(p => p.X).Distinct().Count() < 2 || inRange.Any(p => p.Y <= 0))
            return null;

        var line = Regression.On([.. inRange.Select(p => Math.Log(p.X))], [.. inRange.Select(p => Math.Log(p.Y))]);
        return new PowerLaw(line.Slope, inRange[^1].Y / inRange[0].Y / (inRange[^1].X / inRange[0].X), line.HalfIntervalOfSlope);
    }
}
