namespace EventSourcingBench.Reporting.Statistics;

/// <summary>
/// A straight line through measured values: what is paid once, and what is paid for each event. Least squares of the
/// <em>relative</em> deviations, that is with the weights 1/y²: unweighted, 50,000 events would outweigh 10 by the square
/// of 5,000, and nothing would be learnt of the fixed cost.
/// </summary>
/// <param name="Fixed">At no event, in the unit of the values. May be negative where the values bend.</param>
/// <param name="PerEvent">For each event.</param>
/// <param name="WorstDeviation">The greatest distance of a value from the line, as a share of the value.</param>
internal sealed record LineFit(double Fixed, double PerEvent, double WorstDeviation)
{
    private const int FewestCounts = 3;

    /// <returns>Null with fewer than three different counts, or a value that is not above zero.</returns>
    public static LineFit? Of(IReadOnlyList<(double X, double Y)> points)
    {
        if (points.Select(p => p.X).Distinct().Count() < FewestCounts || points.Any(p => p.Y <= 0))
        {
            return null;
        }

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
