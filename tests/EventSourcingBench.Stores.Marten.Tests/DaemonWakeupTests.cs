namespace EventSourcingBench.Stores.Marten.Tests;

public sealed class DaemonWakeupTests
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(10);

    private readonly SteppedTime _time = new();

    [Fact]
    public async Task Appends_within_an_interval_wake_once()
    {
        using var wakeup = new DaemonWakeup(TimeSpan.FromMilliseconds(100), _time);
        wakeup.Raise();
        await wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);

        wakeup.Raise();
        var second = wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
        wakeup.Raise();
        second.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(99));
        second.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(1));
        await second;

        var third = wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromMilliseconds(100));
        third.IsCompleted.ShouldBeFalse();
        wakeup.Raise();
        await third;
    }

    [Fact]
    public async Task An_append_after_the_interval_wakes_at_once()
    {
        using var wakeup = new DaemonWakeup(TimeSpan.FromMilliseconds(100), _time);
        wakeup.Raise();
        await wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
        _time.Advance(TimeSpan.FromMilliseconds(100));
        wakeup.Raise();
        await wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Without_an_interval_each_append_wakes()
    {
        using var wakeup = new DaemonWakeup(TimeSpan.Zero, _time);
        for (var i = 0; i < 3; i++)
        {
            wakeup.Raise();
            await wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
        }
    }

    [Fact]
    public async Task Martens_own_polling_is_not_held_up_by_a_longer_interval()
    {
        using var wakeup = new DaemonWakeup(TimeSpan.FromSeconds(10), _time);
        wakeup.Raise();
        await wakeup.WaitAsync(Long, TestContext.Current.CancellationToken);
        var poll = wakeup.WaitAsync(TimeSpan.FromMilliseconds(250), TestContext.Current.CancellationToken);
        poll.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(250));
        await poll;
    }

    /// <summary>A clock that goes on only by <see cref="Advance"/>, which also calls the timers that are due.</summary>
    private sealed class SteppedTime : TimeProvider
    {
        private readonly List<(long Due, Action Call)> _timers = [];
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public void Advance(TimeSpan by)
        {
            _now += by.Ticks;
            foreach (var (_, call) in _timers.FindAll(t => t.Due <= _now))
            {
                call();
            }

            _timers.RemoveAll(t => t.Due <= _now);
        }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _timers.Add((_now + dueTime.Ticks, () => callback(state)));
            return new Timer();
        }

        private sealed class Timer : ITimer
        {
            public bool Change(TimeSpan dueTime, TimeSpan period) => true;

            public void Dispose()
            {
            }

            public ValueTask DisposeAsync() => ValueTask.CompletedTask;
        }
    }
}
