namespace EventSourcingBench.Measurement.Statistics;

/// <summary>Confidence intervals by the percentile bootstrap (Efron): the values are drawn again, with replacement, many times, and the
/// interval holds the middle 95% of what the drawn samples give.</summary>
public static class Bootstrap
{
    /// <summary>Of fewer values not even their range is a 95% interval of the median: it is taken in its place, and called so.</summary>
    public const int LeastValues = 6;

    private const int Resamples = 10_000;

    // The place of the lower end of the middle 95% among all.
    private const int Lowest = Resamples / 40;

    private static readonly ConcurrentDictionary<(int Seed, int Count), (int Lower, int Upper, int Times)[]> DrawnPlaces = new();

    /// <summary>The median of some values with its 95% confidence interval, or their range below <see cref="LeastValues"/>.</summary>
    /// <param name="values">One for each trial; at least one, all finite.</param>
    /// <param name="seed">The run's seed: the same values and seed give the same interval.</param>
    /// <exception cref="ArgumentException">There is no value, or one that is not finite.</exception>
    public static Estimate Median(IReadOnlyList<double> values, int seed)
    {
        if (values.Count == 0 || !values.All(double.IsFinite))
            throw new ArgumentException("A median needs at least one value, and all values finite.", nameof(values));

        // In order, so that the interval depends on the values and not on the order of the trials.
        var sorted = values.Order().ToArray();
        var median = Medians.OfSorted(sorted);
        if (sorted.Length < LeastValues)
            return sorted.Length == 1 ? new Estimate(median, null, null) : new Estimate(median, sorted[0], sorted[^1]);

        // Which places in the order the medians of the drawn samples lie at does not depend on the values: reports ask for
        // hundreds of intervals of as many trials and one seed, and drawing takes nearly all of the time.
        var medians = DrawnPlaces.GetOrAdd((seed, sorted.Length), DrawPlaces)
            .Select(p => (Value: Medians.Middle(sorted[p.Lower], sorted[p.Upper]), p.Times)).OrderBy(m => m.Value).ToList();
        return new Estimate(median, At(Lowest), At(Resamples - 1 - Lowest));

        double At(int place) => medians.First(m => (place -= m.Times) < 0).Value;
    }

    /// <summary>How many times as great the median of some values is as that of others, with its 95% confidence interval. Below
    /// <see cref="LeastValues"/> on one side: with the range of the ratios of single values.</summary>
    /// <param name="numerator">At least one value, all finite.</param>
    /// <param name="denominator">At least one value, all finite and greater than 0.</param>
    /// <param name="paired">Whether values at the same place belong together: they are drawn together, and as many on both sides.</param>
    /// <returns>Without an interval where one of the two has a single value.</returns>
    /// <exception cref="ArgumentException">The values are not as said.</exception>
    public static Estimate RatioOfMedians(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator, int seed, bool paired = false)
    {
        if (numerator.Count == 0 || denominator.Count == 0 || !numerator.All(double.IsFinite)
            || !denominator.All(v => v > 0 && double.IsFinite(v)))
        {
            throw new ArgumentException("A ratio of medians needs finite values above and finite values greater than 0 below.");
        }

        if (paired && numerator.Count != denominator.Count)
            throw new ArgumentException("Paired values must be as many on both sides.");

        var ratio = Medians.Of(numerator) / Medians.Of(denominator);
        var least = Math.Min(numerator.Count, denominator.Count);
        if (least == 1)
            return new Estimate(ratio, null, null);

        if (least < LeastValues)
        {
            var pairs = numerator.Zip(denominator, (n, d) => n / d).ToList();
            return paired ? new Estimate(ratio, pairs.Min(), pairs.Max())
                : new Estimate(ratio, numerator.Min() / denominator.Max(), numerator.Max() / denominator.Min());
        }

        // In order, unless it says what belongs together, so that the interval depends on the values alone.
        var (above, below) = paired ? ([.. numerator], [.. denominator]) : (numerator.Order().ToArray(), denominator.Order().ToArray());
        var random = new Random(seed);
        var (sampleAbove, sampleBelow) = (new double[above.Length], new double[below.Length]);
        var drawn = new double[Resamples];
        for (var i = 0; i < Resamples; i++)
        {
            for (var j = 0; j < above.Length; j++)
            {
                var place = random.Next(above.Length);
                sampleAbove[j] = above[place];
                if (paired)
                    sampleBelow[j] = below[place];
            }

            for (var j = 0; j < below.Length && !paired; j++)
                sampleBelow[j] = below[random.Next(below.Length)];

            Array.Sort(sampleAbove);
            Array.Sort(sampleBelow);
            drawn[i] = Medians.OfSorted(sampleAbove) / Medians.OfSorted(sampleBelow);
        }

        Array.Sort(drawn);
        return new Estimate(ratio, drawn[Lowest], drawn[Resamples - 1 - Lowest]);
    }

    private static (int Lower, int Upper, int Times)[] DrawPlaces((int Seed, int Count) of)
    {
        var random = new Random(of.Seed);
        var sample = new int[of.Count];
        var times = new Dictionary<(int, int), int>();
        for (var i = 0; i < Resamples; i++)
        {
            for (var j = 0; j < sample.Length; j++)
                sample[j] = random.Next(of.Count);

            Array.Sort(sample);
            var places = (sample[(of.Count - 1) / 2], sample[of.Count / 2]);
            times[places] = times.GetValueOrDefault(places) + 1;
        }

        return [.. times.Select(t => (t.Key.Item1, t.Key.Item2, t.Value))];
    }
}

/// <summary>A median of measurements, and both ends of its 95% interval, or of the range of a few; null for a single value.</summary>
/// <param name="IsLowerBound">Whether the median is only known to be at least this, because of values that are lower bounds.</param>
public readonly record struct Estimate(double Median, double? Low, double? High, bool IsLowerBound = false)
{
    public bool HasInterval => this is { Low: not null, High: not null };
}

public static class Medians
{
    /// <summary>The middle value, or the mean of the two in the middle.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no value.</exception>
    public static double Of(IEnumerable<double> values) => OfSorted([.. values.Order()]);

    internal static double OfSorted(IReadOnlyList<double> sorted) => Middle(sorted[(sorted.Count - 1) / 2], sorted[sorted.Count / 2]);

    // Halved first where the sum would overflow; elsewhere exact for equal values.
    internal static double Middle(double lower, double upper) =>
        double.IsFinite(lower + upper) ? (lower + upper) / 2 : (lower / 2) + (upper / 2);
}
