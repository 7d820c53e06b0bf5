namespace EventSourcingBench.Stores.Marten.Tests;

public sealed class DaemonWakeupTests
{
    private static readonly TimeSpan Long = TimeSpan.FromMinutes(10);

    private readonly FakeClock _time = new();

    [Fact]
    public async Task Appends_within_an_interval_wake_once_and_one_after_it_at_once()
    {
        var wakeups = new DaemonWakeups("signal", TimeSpan.FromMilliseconds(100), _time);
        using var wakeup = wakeups.Create()!;
        wakeups.Raise();
        await wakeup.WaitAsync(Long, Cancel);

        wakeups.Raise();
        var second = wakeup.WaitAsync(Long, Cancel);
        wakeups.Raise();
        second.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(99));
        second.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(1));
        await second;

        var third = wakeup.WaitAsync(Long, Cancel);
        _time.Advance(TimeSpan.FromMilliseconds(100));
        third.IsCompleted.ShouldBeFalse();
        wakeups.Raise();
        await third;

        _time.Advance(TimeSpan.FromMilliseconds(100));
        wakeups.Raise();
        await wakeup.WaitAsync(Long, Cancel);
    }

    [Fact]
    public async Task Without_an_interval_each_append_wakes()
    {
        var wakeups = new DaemonWakeups("signal", TimeSpan.Zero, _time);
        using var wakeup = wakeups.Create()!;
        for (var i = 0; i < 3; i++)
        {
            wakeups.Raise();
            await wakeup.WaitAsync(Long, Cancel);
        }
    }

    [Theory]
    [InlineData("signal", 10)]
    [InlineData("poll", 0)]
    public async Task Martens_own_polling_is_neither_held_up_by_a_longer_interval_nor_hastened_by_appends(string kind, int seconds)
    {
        var wakeups = new DaemonWakeups(kind, TimeSpan.FromSeconds(seconds), _time);
        using var wakeup = wakeups.Create()!;
        wakeups.Raise();
        if (kind == "signal")
            await wakeup.WaitAsync(Long, Cancel);

        var poll = wakeup.WaitAsync(TimeSpan.FromMilliseconds(250), Cancel);
        wakeups.Raise();
        poll.IsCompleted.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(250));
        await poll;
    }

    [Fact]
    public async Task An_append_soon_after_an_idle_poll_wakes_at_once()
    {
        var wakeups = new DaemonWakeups("signal", TimeSpan.FromMilliseconds(500), _time);
        using var wakeup = wakeups.Create()!;
        var poll = wakeup.WaitAsync(TimeSpan.FromSeconds(1), Cancel);
        _time.Advance(TimeSpan.FromSeconds(1));
        await poll;

        var next = wakeup.WaitAsync(TimeSpan.FromSeconds(1), Cancel);
        _time.Advance(TimeSpan.FromMilliseconds(10));
        wakeups.Raise();
        await next.WaitAsync(TimeSpan.FromSeconds(30), Cancel);
    }

    [Theory]
    [InlineData("signal")]
    [InlineData("poll")]
    public async Task A_daemon_that_is_stopped_waits_no_longer(string kind)
    {
        using var wakeup = new DaemonWakeups(kind, TimeSpan.FromSeconds(10), _time).Create()!;
        var waiting = wakeup.WaitAsync(Long, Cancel);
        waiting.IsCompleted.ShouldBeFalse();
        wakeup.Stop();
        await waiting;
        await wakeup.WaitAsync(Long, Cancel);
    }
}
