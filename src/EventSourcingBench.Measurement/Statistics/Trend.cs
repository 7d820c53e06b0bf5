namespace EventSourcingBench.Measurement.Statistics;

/// <summary>How fast a value rises: the median of the slopes between all pairs of points, and the 95% interval of it (Sen, Journal of the
/// American Statistical Association 63, 1968). Single peaks do not move it.</summary>
/// <param name="Slope">Below 0 where values fall.</param>
public sealed record Trend(double Slope, double Low, double High)
{
    /// <summary>Fewer points do not tell a trend from scatter.</summary>
    public const int FewestPoints = 10;

    private const double Significant = 1.96;

    /// <summary>The slope where the interval lies above 0, else 0: what may be scatter is no rise.</summary>
    public double Rise => Low > 0 ? Slope : 0;

    /// <param name="points">Their first values rise.</param>
    /// <returns>Null with fewer than ten points.</returns>
    public static Trend? Of(IReadOnlyList<(double At, double Value)> points)
    {
        var count = points.Count;
        if (count < FewestPoints)
            return null;

        List<double> slopes =
        [
            .. from i in Enumerable.Range(0, count)
               from later in points.Skip(i + 1)
               let slope = (later.Value - points[i].Value) / (later.At - points[i].At)
               orderby slope
               select slope,
        ];
        var half = Significant * Math.Sqrt(count * (count - 1.0) * ((2 * count) + 5) / 18);
        return new Trend(Medians.Of(slopes), slopes[(int)((slopes.Count - half) / 2)], slopes[(int)((slopes.Count + half) / 2)]);
    }
}
