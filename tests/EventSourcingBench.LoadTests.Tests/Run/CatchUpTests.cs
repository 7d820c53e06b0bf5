namespace EventSourcingBench.LoadTests.Tests;

public sealed class CatchUpTests
{
    // A row in ten seconds, by far longer than a stall in all, is waited for; after seven rows and a stall it is given up.
    [Theory]
    [InlineData(10, long.MaxValue, 9, true, 90)]
    [InlineData(1, 7, 8, false, 37)]
    public async Task A_projection_is_waited_for_until_it_has_come_to_a_halt(int seconds, long last, long wanted, bool reached, int after)
    {
        var clock = new QuickTime();
        (await CatchUp.ReachesAsync(
            () => Task.FromResult(Math.Min(last, clock.GetTimestamp() / (seconds * TimeSpan.TicksPerSecond))),
            () => wanted, stall: TimeSpan.FromSeconds(30), CatchUp.Poll, clock, Cancel)).ShouldBe(reached);

        clock.GetElapsedTime(0).TotalSeconds.ShouldBe(after, tolerance: 1);
    }
}
