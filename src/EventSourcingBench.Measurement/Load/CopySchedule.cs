namespace EventSourcingBench.Measurement.Load;

/// <summary>The closed model: how many copies work at a time.</summary>
/// <param name="Copies">Copies at full load, 1 or more.</param>
/// <param name="Duration">How long.</param>
/// <param name="Ramp">
/// True when copies join evenly over the duration: copy k of n (from 0) after k / n of it; false when all start at once.
/// </param>
public sealed record CopySchedule(int Copies, TimeSpan Duration, bool Ramp)
{
    /// <summary>When a copy starts, from the start.</summary>
    /// <param name="copy">0 to <see cref="Copies"/> - 1.</param>
    public TimeSpan StartOf(int copy) => Ramp ? TimeSpan.FromTicks(Duration.Ticks / Copies * copy) : TimeSpan.Zero;
}
