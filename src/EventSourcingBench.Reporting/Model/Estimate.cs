namespace EventSourcingBench.Reporting;

/// <summary>The median over the trials of a step, with its interval.</summary>
/// <param name="Median">The median; the value itself when there was one trial.</param>
/// <param name="Low">Lower end of the 95% bootstrap interval; null when there was one trial.</param>
/// <param name="High">Upper end of it.</param>
/// <param name="Trials">How many trials gave a value.</param>
public sealed record Estimate(double Median, double? Low, double? High, int Trials)
{
    /// <summary>Whether there is an interval.</summary>
    public bool HasInterval => Low is not null && High is not null;

    /// <summary>Whether both have intervals and these share a value, so that their order is not certain.</summary>
    /// <param name="other">The other estimate.</param>
    public bool Overlaps(Estimate other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return HasInterval && other.HasInterval && Low <= other.High && other.Low <= High;
    }
}
