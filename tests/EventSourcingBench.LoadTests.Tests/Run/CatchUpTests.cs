namespace EventSourcingBench.LoadTests.Tests;

public sealed class CatchUpTests
{
    private static readonly TimeSpan Stall = TimeSpan.FromSeconds(30);

    private readonly JumpingClock _clock = new();

    [Fact]
    public async Task A_projection_that_goes_on_is_waited_for_however_long_it_takes()
    {
        // A row in ten seconds: by far longer than a stall, and none.
        (await ReachesAsync(() => _clock.GetTimestamp() / (10 * TimeSpan.TicksPerSecond), wanted: 60)).ShouldBeTrue();

        _clock.GetElapsedTime(0).TotalSeconds.ShouldBe(600, tolerance: 1);
    }

    [Fact]
    public async Task A_projection_that_has_come_to_a_halt_is_given_up()
    {
        (await ReachesAsync(() => Math.Min(7, _clock.GetTimestamp() / TimeSpan.TicksPerSecond), wanted: 8)).ShouldBeFalse();
        _clock.GetElapsedTime(0).TotalSeconds.ShouldBe(37, tolerance: 1);
    }

    private Task<bool> ReachesAsync(Func<long> count, long wanted) => CatchUp.ReachesAsync(
        () => Task.FromResult(count()), () => wanted, Stall, CatchUp.Poll, _clock, TestContext.Current.CancellationToken);

    /// <summary>Waiting is over at once, and so much later.</summary>
    private sealed class JumpingClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Volatile.Read(ref _now);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Interlocked.Add(ref _now, dueTime.Ticks);
            return System.CreateTimer(callback, state, TimeSpan.Zero, period);
        }
    }
}
