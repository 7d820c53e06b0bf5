using Perfolizer;
using Perfolizer.Horology;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Perfolizer.Metrology;

namespace EventSourcingBench.Benchmarks.Comparing;

/// <summary>Compares two runs. A benchmark is slower (faster) if its new (old) values are greater than the others by more than the
/// threshold and the noise, by the one-sided Mann-Whitney U test.</summary>
internal sealed record Comparison(IReadOnlyList<Compared> Benchmarks, IReadOnlyList<string> OnlyOld, IReadOnlyList<string> OnlyNew)
{
    /// <summary>How small the chance of a false alarm must be, for each benchmark.</summary>
    public const double SignificanceLevel = 0.01;

    /// <summary>With fewer values on both sides not even the clearest difference reaches the level: 1 / C(8, 4) is 1.4%.</summary>
    public const int FewestValues = 5;

    /// <summary>A difference up to a part of the old time, in percent, counts as no change, and so does one within the noise.</summary>
    public static Comparison Make(
        IReadOnlyDictionary<string, Measured> old, IReadOnlyDictionary<string, Measured> @new, double thresholdPercent,
        double noiseNanoseconds)
    {
        var threshold = new Threshold(PercentValue.Of(thresholdPercent), TimeInterval.FromNanoseconds(noiseNanoseconds));
        var both = old.Keys.Where(@new.ContainsKey).Select(name => Judge(old[name], @new[name], threshold));
        return new Comparison(
            [.. both.OrderBy(c => c.Change switch { Change.Regressed => 0, Change.Improved => 1, Change.Undecided => 2, _ => 3 })
                .ThenBy(c => c.Old.Name, StringComparer.Ordinal)],
            [.. old.Keys.Except(@new.Keys).Order(StringComparer.Ordinal)], [.. @new.Keys.Except(old.Keys).Order(StringComparer.Ordinal)]);
    }

    private static Compared Judge(Measured old, Measured @new, Threshold threshold)
    {
        if (Math.Min(old.Nanoseconds.Count, @new.Nanoseconds.Count) < FewestValues)
            return new Compared(old, @new, Change.Undecided, 1);

        var slower = PValue(greater: @new, lesser: old, threshold);
        var faster = PValue(greater: old, lesser: @new, threshold);
        var change = slower < SignificanceLevel ? Change.Regressed : faster < SignificanceLevel ? Change.Improved : Change.Unchanged;
        return new Compared(old, @new, change, Math.Min(slower, faster));
    }

    private static double PValue(Measured greater, Measured lesser, Threshold threshold) =>
        MannWhitneyTest.Instance.Perform(SampleOf(greater), SampleOf(lesser), AlternativeHypothesis.Greater, threshold).PValue;

    private static Sample SampleOf(Measured measured) => new(measured.Nanoseconds, TimeUnit.Nanosecond);
}

/// <summary>A benchmark of both runs, and how likely a difference as great is by chance, in the direction that was found.</summary>
internal sealed record Compared(Measured Old, Measured New, Change Change, double PValue)
{
    /// <summary>The new median over the old one: above 1 is slower.</summary>
    public double Ratio => New.Median / Old.Median;
}

/// <summary>Unchanged: by less than threshold and noise, or not significant. Undecided: a side has too few values for the test.</summary>
internal enum Change
{
    Unchanged = 0,
    Improved = 1,
    Regressed = 2,
    Undecided = 3,
}
