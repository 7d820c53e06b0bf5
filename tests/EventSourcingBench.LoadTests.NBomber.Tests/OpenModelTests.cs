using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.NBomber.Tests;

public sealed class OpenModelTests : NBomberTest
{
    [Fact]
    public async Task A_rate_is_kept_and_a_busy_store_makes_the_rest_wait_and_the_wait_counts()
    {
        var recorder = Recorder(2);
        Requests.Time = TimeSpan.FromMilliseconds(100);

        // Two workers at 100 ms answer 20 a second; 40 a second are due.
        var measured = await RunAsync(Open(40, duration: 2 * Second) with { MaxInFlight = 2 }, recorder);

        Requests.Count.ShouldBe(80);
        recorder.Totals().Requests.ShouldBe(80);
        Requests.MostUnderWay.ShouldBe(2);
        Requests.DoubledWorker.ShouldBeNull();
        measured.Elapsed.ShouldBeGreaterThan(3 * Second);
        LatencyHistogram.FromRecord(Success(recorder).ServiceTime).Percentile(50).ShouldBeLessThan(Second);
        LatencyHistogram.FromRecord(Success(recorder).ResponseTime).Percentile(90).ShouldBeGreaterThan(Second);
        measured.Notes.ShouldContain(n => n.StartsWith("NBomber sends 40 requests in each 1 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_rate_rises_from_nothing()
    {
        var recorder = Recorder(256);

        await RunAsync(Open(100, duration: 4 * Second) with { Ramp = true }, recorder);

        // NBomber's steps: 0, 25, 50 and 75 in a second.
        recorder.Totals().Successes.ShouldBe(150);
    }
}
