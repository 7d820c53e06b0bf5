namespace EventSourcingBench.Measurement.Statistics;

/// <summary>How a value changed over the seconds of a step, which is steady where it did not. A step drifts where the medians of its halves
/// differ by a tenth or more, and Mann and Kendall's test finds a trend in the same direction at the 5% level (Mann, Econometrica 13, 1945;
/// Kendall, Rank Correlation Methods, 4th edition, 1975). Neither alone would do: in many seconds a trend of no weight is found, and in
/// few the halves differ by chance.</summary>
/// <param name="Change">Median of the second half over that of the first, less 1.</param>
/// <param name="Z">The test's normal deviate: above 0 where values rise.</param>
public sealed record Drift(double Change, double Z)
{
    /// <summary>Fewer seconds do not tell a trend from scatter.</summary>
    public const int FewestSeconds = 10;

    private const double LeastChange = 0.1;
    private const double Significant = 1.96;

    public bool IsSteady => Math.Abs(Change) < LeastChange || Math.Abs(Z) < Significant || (Change > 0) != (Z > 0);

    /// <param name="values">One of each second, in order, 0 or more.</param>
    /// <returns>Null with fewer than ten values, and where the first half is mostly 0.</returns>
    public static Drift? Of(IReadOnlyList<double> values)
    {
        var (count, half) = (values.Count, values.Count / 2);
        if (count < FewestSeconds || Medians.Of(values.Take(half)) is not (> 0 and var first))
            return null;

        var rises = Enumerable.Range(0, count).Sum(i => values.Skip(i + 1).Sum(later => Math.Sign(later - values[i])));
        // Equal values say nothing of a direction, and take away from its variance.
        var variance = (Weight(count) - values.GroupBy(v => v).Sum(g => Weight(g.Count()))) / 18;
        return new Drift(
            (Medians.Of(values.TakeLast(half)) / first) - 1, variance > 0 ? (rises - Math.Sign(rises)) / Math.Sqrt(variance) : 0);
    }

    private static double Weight(double count) => count * (count - 1) * ((2 * count) + 5);
}
