namespace EventSourcingBench.Measurement.Statistics;

/// <summary>Finds where a series of values changes, by E-divisive (Matteson and James, "A Nonparametric Approach for Multiple Change Point
/// Analysis of Multivariate Data", 2014) with the exponent 1. The logarithms of values are compared, so that ratios count, not units.
/// docs/methodology.md has the procedure and its limits.</summary>
public static class ChangePoints
{
    /// <summary>How likely a point is in a series that has none.</summary>
    private const double SignificanceLevel = 0.05;

    /// <summary>In fewer values not even the clearest change is significant: 3 of 7 come first or last in 2 of 35 orders, 5.7%.</summary>
    public const int LeastValues = 8;

    // Below two values there is no distance within a part.
    private const int LeastPart = 2;

    private const int Permutations = 999;

    /// <summary>The changes of a series, in its order.</summary>
    /// <param name="values">In the order of time, all finite and greater than 0.</param>
    /// <param name="margin">See <see cref="Difference.Of"/>.</param>
    /// <param name="seed">Of the permutations and intervals: the same values and seed give the same answer.</param>
    /// <exception cref="ArgumentException">The values are not as said.</exception>
    public static IReadOnlyList<ChangePoint> Find(IReadOnlyList<double> values, double margin, int seed)
    {
        if (!values.All(v => v > 0 && double.IsFinite(v)))
            throw new ArgumentException("Values must be finite and greater than 0.", nameof(values));

        var (logarithms, random) = (values.Select(v => Math.Log(v)).ToArray(), new Random(seed));
        List<int> bounds = [0, values.Count];
        while (values.Count >= LeastValues && BestSplit(logarithms, bounds) is { At: > 0 } split
            && IsSignificant(logarithms, bounds, split.Divergence, random))
        {
            bounds.Insert(bounds.FindIndex(b => b > split.At), split.At);
        }

        return
        [
            .. from i in Enumerable.Range(1, bounds.Count - 2)
               let after = values.Skip(bounds[i]).Take(bounds[i + 1] - bounds[i]).ToList()
               let before = values.Skip(bounds[i - 1]).Take(bounds[i] - bounds[i - 1]).ToList()
               select new ChangePoint(bounds[i], Difference.Of(after, before, paired: false, margin, noise: 0, seed)),
        ];
    }

    // Whether a series of the same values in another order, within the parts found so far, can be split as well or better seldom enough.
    private static bool IsSignificant(double[] values, List<int> bounds, double divergence, Random random)
    {
        var (shuffled, atLeast) = (values.ToArray(), 1);
        for (var i = 0; i < Permutations && atLeast <= SignificanceLevel * (Permutations + 1); i++)
        {
            for (var part = 1; part < bounds.Count; part++)
                random.Shuffle(shuffled.AsSpan(bounds[part - 1]..bounds[part]));

            // Equal but for rounding counts.
            if (BestSplit(shuffled, bounds).Divergence >= divergence * (1 - 1e-9))
                atLeast++;
        }

        return atLeast <= SignificanceLevel * (Permutations + 1);
    }

    /// <summary>The place at which a part differs most from what follows it, up to the end of its segment or an earlier place: a later
    /// change back would hide it else. 0 where no segment can be split.</summary>
    // Called a thousand times for each change: it is compiled as well as can be from the first call on.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static (int At, double Divergence) BestSplit(double[] values, List<int> bounds)
    {
        (int At, double Divergence) best = (0, 0);
        for (var segment = 1; segment < bounds.Count; segment++)
        {
            var (start, length) = (bounds[segment - 1], bounds[segment] - bounds[segment - 1]);
            // Sums of the distances among the first n values, and among those from a place to n.
            var (among, from) = (new double[length + 1], new double[length + 1]);
            for (var end = 1; end <= length; end++)
            {
                among[end] = among[end - 1];
                for (var i = 0; i < end - 1; i++)
                    among[end] += Math.Abs(values[start + i] - values[start + end - 1]);
            }

            for (var at = length - 1; at >= LeastPart; at--)
            {
                var sum = 0.0;
                for (var end = at + 1; end <= length; end++)
                {
                    sum += Math.Abs(values[start + at] - values[start + end - 1]);
                    from[end] += sum;
                    double before = at, after = end - at;
                    if (after < LeastPart)
                        continue;

                    var between = among[end] - among[at] - from[end];
                    var divergence = before * after / (before + after) * ((2 * between / (before * after))
                        - (2 * among[at] / (before * (before - 1))) - (2 * from[end] / (after * (after - 1))));
                    if (divergence > best.Divergence)
                        best = (start + at, divergence);
                }
            }
        }

        return best;
    }
}

/// <summary>A place at which a series changes.</summary>
/// <param name="Index">The first value after the change.</param>
/// <param name="Change">The values up to the next change against those since the one before.</param>
public sealed record ChangePoint(int Index, Difference Change);
