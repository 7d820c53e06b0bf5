namespace EventSourcingBench.Measurement;

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

    /// <summary>How many copies work at a time.</summary>
    /// <param name="elapsed">From the start; before it and at or after the end no copy works.</param>
    public int CopiesAt(TimeSpan elapsed)
    {
        if (elapsed < TimeSpan.Zero || elapsed >= Duration)
        {
            return 0;
        }

        var step = Duration.Ticks / Copies;
        return !Ramp || step == 0 ? Copies : (int)Math.Min(Copies, (elapsed.Ticks / step) + 1);
    }
}
