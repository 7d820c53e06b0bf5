using MathNet.Numerics.Distributions;

namespace EventSourcingBench.Reporting.Statistics;

/// <summary>Ordinary least squares of one value on another, or on nothing (slope and spread are 0, the intercept is the mean). The formulas
/// are those of simple linear regression (Draper and Smith, Applied Regression Analysis, chapter 1). <c>SquaredResiduals</c>: sum of the
/// squared distances from the line. <c>Spread</c>: sum of the squared distances of x from its mean.</summary>
internal sealed record Regression(
    double Intercept, double Slope, int Count, int Parameters, double SquaredResiduals, double MeanX, double Spread)
{
    private const double UpperTail = 0.975;

    public static Regression OnNothing(IReadOnlyList<double> ys)
    {
        var mean = ys.Average();
        return new Regression(mean, 0, ys.Count, 1, ys.Sum(y => (y - mean) * (y - mean)), 0, 0);
    }

    public static Regression On(IReadOnlyList<double> xs, IReadOnlyList<double> ys)
    {
        var (meanX, meanY) = (xs.Average(), ys.Average());
        var spread = xs.Sum(x => (x - meanX) * (x - meanX));
        var slope = xs.Zip(ys, (x, y) => (x - meanX) * (y - meanY)).Sum() / spread;
        var squared = xs.Zip(ys, (x, y) => y - meanY - (slope * (x - meanX))).Sum(e => e * e);
        return new Regression(meanY - (slope * meanX), slope, xs.Count, 2, squared, meanX, spread);
    }

    public double At(double x) => Intercept + (Slope * x);

    /// <summary>Half of the 95% interval of the slope, when the values scatter normally around the line; null with two of them.</summary>
    public double? HalfIntervalOfSlope => Count <= Parameters ? null
        : StudentT.InvCDF(0, 1, Count - Parameters, UpperTail) * Math.Sqrt(SquaredResiduals / (Count - Parameters) / Spread);

    /// <summary>Half of the 95% interval of a new value at this place, when the values scatter normally around the line.</summary>
    public double HalfInterval(double x)
    {
        var free = Count - Parameters;
        var place = Spread > 0 ? (x - MeanX) * (x - MeanX) / Spread : 0;
        return StudentT.InvCDF(0, 1, free, UpperTail) * Math.Sqrt(SquaredResiduals / free * (1 + (1.0 / Count) + place));
    }
}
