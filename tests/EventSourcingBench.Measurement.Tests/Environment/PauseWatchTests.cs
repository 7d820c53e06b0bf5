namespace EventSourcingBench.Measurement.Tests;

public sealed class PauseWatchTests
{
    [Fact]
    public void Each_collection_is_a_pause_until_the_watch_is_over()
    {
        using var watch = new PauseWatch(TimeProvider.System);
        for (var i = 0; i < 3; i++)
        {
            var (before, start) = (watch.Pauses.Count, DateTimeOffset.UtcNow);
            Collect();
            watch.Pauses.Count.ShouldBeGreaterThan(before);
            var pause = watch.Pauses[^1];
            pause.Length.ShouldBeGreaterThan(TimeSpan.Zero);
            (pause.At + pause.Within).ShouldBeGreaterThanOrEqualTo(start);
        }

        watch.Dispose();
        Collect();
        var last = watch.Pauses.Count;
        Collect();
        watch.Pauses.Count.ShouldBe(last);
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
