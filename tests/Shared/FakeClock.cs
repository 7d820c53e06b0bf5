namespace EventSourcingBench.Tests;

/// <summary>A clock that moves only when a test advances it. Ticks are microseconds.</summary>
internal sealed class FakeClock : TimeProvider
{
    private readonly Lock _gate = new();
    private readonly List<FakeTimer> _timers = [];
    private long _now;

    public override long TimestampFrequency => 1_000_000;

    public override long GetTimestamp() => Volatile.Read(ref _now);

    public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch.AddMicroseconds(GetTimestamp());

    public void Advance(TimeSpan time) => AdvanceTo(GetTimestamp() + (long)time.TotalMicroseconds);

    public void AdvanceTo(long timestamp)
    {
        FakeTimer[] due;
        lock (_gate)
        {
            _now = Math.Max(_now, timestamp);
            due = [.. _timers.Where(t => t.Due <= _now)];
            _timers.RemoveAll(t => t.Due <= _now);
        }

        foreach (var timer in due)
            timer.Fire();
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        period.ShouldBe(Timeout.InfiniteTimeSpan);
        var timer = new FakeTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    private sealed class FakeTimer(FakeClock clock, TimerCallback callback, object? state) : ITimer
    {
        public long Due { get; private set; }

        public void Fire() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (clock._gate)
            {
                clock._timers.Remove(this);
                Due = clock._now + (long)dueTime.TotalMicroseconds;
                if (dueTime > TimeSpan.Zero)
                    clock._timers.Add(this);
            }

            if (dueTime == TimeSpan.Zero)
                Fire();

            return true;
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
