namespace EventSourcingBench.Measurement.Statistics;

/// <summary>What repeated measurements of two say about which is greater: the ratio of their medians with its interval, against a margin
/// within which a difference does not count. The margin is one of ratios: 0.05 is from 1/1.05 to 1.05.</summary>
/// <param name="Ratio">How many times as great the first is; without an interval for a single measurement.</param>
/// <param name="Count">How many measurements there are; of the side with fewer.</param>
/// <param name="Noise">The <see cref="Deviation"/> of two names of the same thing; 0 where it was not measured, infinite where it was
/// and is not known: then nothing is decided.</param>
/// <param name="More">About how many more would decide it; null where it is not open, or nothing can be said.</param>
public sealed record Difference(Estimate Ratio, int Count, double Asked, double Noise, Decision Decision, int? More = null)
{
    public const double DefaultMargin = 0.05;

    public const double MostMargin = 1;

    private const int MostMore = 10_000;

    // Half of the interval of a ratio of medians for a standard deviation of 1 and one value: 1.96 √(π/2).
    private const double HalfOfOne = 2.456;

    // So that the number of measurements that is estimated decides in four of five cases: 1 + 0.84 / 1.96.
    private const double Power = 1.43;

    // The mean range of 2 to 5 normal values with a standard deviation of 1 (Tippett 1925; d2 of control charts).
    private static readonly double[] MeanRange = [1.128, 1.693, 2.059, 2.326];

    /// <summary>Whether a side has one value of all its trials together: more trials of this kind add none.</summary>
    public bool IsOfAll { get; init; }

    /// <summary>The margin in force: the noise where that is greater than what was asked for.</summary>
    public double Margin => Math.Max(Asked, Noise);

    /// <summary>Whether a difference beyond the margin asked for may be there: it is not decided, or the noise could hide it.</summary>
    public bool IsOpen => Decision == Decision.None || (Decision == Decision.Equal && (MayBeGreater || MayBeLess));

    /// <summary>False where a value of 0, or lower bounds on both sides, leave no ratio: more measurements do not change that.</summary>
    public bool HasRatio => Ratio is not { Low: 0, High: double.PositiveInfinity };

    /// <summary>Whether the interval does not rule out that the first is greater beyond the margin that was asked for.</summary>
    public bool MayBeGreater => !double.IsFinite(Noise) || !(Ratio.High <= 1 + Asked);

    /// <summary>The same, that it is less.</summary>
    public bool MayBeLess => !double.IsFinite(Noise) || !(Ratio.Low >= 1 / (1 + Asked));

    /// <summary>The margin that just holds the ratio, or, of few values, all ratios: of two names of the same thing, the noise.</summary>
    public double Deviation => Count < Bootstrap.LeastValues && Ratio is { Low: { } low, High: { } high }
        ? Math.Max(1 / low, high) - 1 : Math.Max(Ratio.Median, 1 / Ratio.Median) - 1;

    /// <summary>Reads a margin as users write it, <c>5%</c>; null where it is none from 0% to 100%.</summary>
    public static double? ParseMargin(string? text) =>
        text is [.. var number, '%']
        && double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
        && percent / 100 <= MostMargin ? percent / 100 : null;

    /// <param name="first">At least one value, all finite. One that is not greater than 0 has no ratio, and nothing is decided.</param>
    /// <param name="second">As the first; as many where they are paired.</param>
    /// <param name="paired">Whether values at the same place were measured in the same block.</param>
    /// <param name="margin">The margin that is asked for, 0 or more.</param>
    /// <param name="noise">See <see cref="Noise"/>.</param>
    public static Difference Of(
        IReadOnlyList<double> first, IReadOnlyList<double> second, bool paired, double margin, double noise, int seed)
    {
        var (count, effective) = (Math.Min(first.Count, second.Count), Math.Max(margin, noise));
        if (first.Concat(second).Any(v => v <= 0))
        {
            return new Difference(
                new Estimate(Medians.Of(first) / Medians.Of(second), 0, double.PositiveInfinity), count, margin, noise, Decision.None);
        }

        var ratio = Bootstrap.RatioOfMedians(first, second, seed, paired);
        if (ratio is not { Low: { } low, High: { } high })
            return new Difference(ratio, count, margin, noise, Decision.None);

        var decision = low > 1 + effective ? Decision.Greater
            : high < 1 / (1 + effective) ? Decision.Less
            : double.IsFinite(effective) && high <= 1 + effective && low >= 1 / (1 + effective) ? Decision.Equal
            : Decision.None;
        var difference = new Difference(ratio, count, margin, noise, decision);
        return difference with
        { More = difference.IsOpen && double.IsFinite(noise) ? MoreFor(ratio, count, margin, noise) : null };
    }

    /// <summary>The same, of speeds, where times of a side are lower bounds: they can only show that the other side is faster.</summary>
    public Difference WithLowerBounds(bool first, bool second) => !first && !second ? this : this with
    {
        Ratio = Count == 1 ? Ratio : Ratio with { Low = first ? 0 : Ratio.Low, High = second ? double.PositiveInfinity : Ratio.High },
        Decision = Decision switch
        {
            Decision.Greater when !first => Decision.Greater,
            Decision.Less when !second => Decision.Less,
            _ => Decision.None,
        },
        More = null,
    };

    // Intervals and noise shrink with the root of the number of measurements.
    private static int? MoreFor(Estimate ratio, int count, double margin, double noise)
    {
        var (distance, within) = (Math.Abs(Math.Log(ratio.Median)), Math.Log(1 + margin));
        var width = Math.Log(ratio.High!.Value / ratio.Low!.Value);
        var half = Power * (count < Bootstrap.LeastValues ? HalfOfOne * width / MeanRange[count - 2] : width / 2 * Math.Sqrt(count));
        var root = Math.Max(
            half / Math.Abs(distance - within), distance > within ? (half + (Math.Log(1 + noise) * Math.Sqrt(count))) / distance : 0);
        var more = Math.Max(Bootstrap.LeastValues, Math.Ceiling(root * root)) - count;
        return more <= MostMore ? Math.Max(1, (int)more) : null;
    }
}

/// <summary>What the interval of a ratio decides, against a margin.</summary>
public enum Decision
{
    None = 0, // It is neither wholly within the margin nor wholly beyond it, or there is none.
    Equal = 1, // It is wholly within the margin.
    Greater = 2, // The first is greater: it is wholly above the margin.
    Less = 3, // The first is less: it is wholly below the margin.
}
