namespace EventSourcingBench.Measurement;

/// <summary>
/// Confidence intervals by the percentile bootstrap (Efron): the values are drawn again, with replacement, many times,
/// and the interval holds the middle 95% of what the drawn samples give.
/// </summary>
public static class Bootstrap
{
    private const int Resamples = 10_000;
    private const double Tail = 0.025;

    /// <summary>The median of some values with its 95% confidence interval.</summary>
    /// <param name="values">One for each trial; at least one, all finite.</param>
    /// <param name="seed">The run's seed: the same values and seed give the same interval.</param>
    /// <exception cref="ArgumentException">There is no value, or one that is not finite.</exception>
    public static Estimate Median(IReadOnlyList<double> values, int seed)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count == 0 || !values.All(double.IsFinite))
        {
            throw new ArgumentException("A median needs at least one value, and all values finite.", nameof(values));
        }

        // In order, so that the interval depends on the values and not on the order of the trials.
        var sorted = values.Order().ToArray();
        var median = MedianOfSorted(sorted);
        if (sorted.Length == 1)
        {
            return new Estimate(median, null, null);
        }

        var random = new Random(seed);
        var sample = new double[sorted.Length];
        var medians = new double[Resamples];
        for (var i = 0; i < Resamples; i++)
        {
            for (var j = 0; j < sample.Length; j++)
            {
                sample[j] = sorted[random.Next(sorted.Length)];
            }

            Array.Sort(sample);
            medians[i] = MedianOfSorted(sample);
        }

        Array.Sort(medians);
        var low = (int)(Tail * Resamples);
        return new Estimate(median, medians[low], medians[Resamples - 1 - low]);
    }

    private static double MedianOfSorted(double[] sorted)
    {
        var (lower, upper) = (sorted[(sorted.Length - 1) / 2], sorted[sorted.Length / 2]);

        // Halved first where the sum would overflow; elsewhere exact for equal values.
        var sum = lower + upper;
        return double.IsFinite(sum) ? sum / 2 : (lower / 2) + (upper / 2);
    }
}
