namespace EventSourcingBench.Tests;

/// <summary>A clock that jumps: a wait ends at once, and time has passed.</summary>
internal sealed class QuickTime : TimeProvider
{
    private long _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime > TimeSpan.Zero)
            Interlocked.Add(ref _now, dueTime.Ticks);

        return System.CreateTimer(callback, state, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }
}
