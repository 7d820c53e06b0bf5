using Perfolizer;
using Perfolizer.Horology;
using Perfolizer.Mathematics.SignificanceTesting.Base;
using Perfolizer.Mathematics.SignificanceTesting.MannWhitney;
using Perfolizer.Metrology;

namespace EventSourcingBench.Benchmarks.Comparing;

/// <summary>Compares two runs. A benchmark is slower (faster) if its new (old) values are greater than the others by more than the
/// threshold and the noise, by the one-sided Mann-Whitney U test.</summary>
/// <param name="Benchmarks">Those of both runs, the slowed ones first.</param>
/// <param name="OnlyOld">Names of those that the new run lacks.</param>
/// <param name="OnlyNew">Names of those that the old run lacks.</param>
internal sealed record Comparison(IReadOnlyList<Compared> Benchmarks, IReadOnlyList<string> OnlyOld, IReadOnlyList<string> OnlyNew)
{
    /// <summary>How small the chance of a false alarm must be, for each benchmark.</summary>
    public const double SignificanceLevel = 0.01;

    /// <summary>With fewer values on both sides not even the clearest difference reaches the level: 1 / C(8, 4) is 1.4%.</summary>
    public const int FewestValues = 5;

    /// <summary>Compares. A difference up to a part of the old time, in percent, counts as no change, and so does one within the noise,
    /// however small the time.</summary>
    public static Comparison Make(
        IReadOnlyDictionary<string, Measured> old,
        IReadOnlyDictionary<string, Measured> @new,
        double thresholdPercent,
        double noiseNanoseconds)
    {
        var threshold = new Threshold(PercentValue.Of(thresholdPercent), TimeInterval.FromNanoseconds(noiseNanoseconds));
        var both = old.Keys.Where(@new.ContainsKey).Select(name => Judge(old[name], @new[name], threshold));
        return new Comparison(
            [.. both.OrderBy(c => c.Change != Change.Regressed).ThenBy(c => c.Change != Change.Improved)
                .ThenBy(c => c.Change != Change.Undecided).ThenBy(c => c.Old.Name, StringComparer.Ordinal)],
            [.. old.Keys.Where(n => !@new.ContainsKey(n)).Order(StringComparer.Ordinal)],
            [.. @new.Keys.Where(n => !old.ContainsKey(n)).Order(StringComparer.Ordinal)]);
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

/// <summary>What became of a benchmark, the least first.</summary>
internal enum Change
{
    /// <summary>Neither faster nor slower by more than threshold and noise, or not significant.</summary>
    Unchanged = 0,

    Improved = 1,

    Regressed = 2,

    /// <summary>A side has fewer values than the test can decide by.</summary>
    Undecided = 3,
}
