namespace EventSourcingBench.Benchmarks.Comparing;

/// <summary>A benchmark of both runs.</summary>
/// <param name="Old">The run that is compared with.</param>
/// <param name="New">The run that is judged.</param>
/// <param name="Change">What became of it.</param>
/// <param name="PValue">How likely a difference as great is by chance, in the direction that was found.</param>
internal sealed record Compared(Measured Old, Measured New, Change Change, double PValue)
{
    /// <summary>The new median over the old one: above 1 is slower.</summary>
    public double Ratio => Median(New) / Median(Old);

    /// <summary>The median, in nanoseconds.</summary>
    public static double Median(Measured measured)
    {
        var sorted = measured.Nanoseconds.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }
}
