namespace EventSourcingBench.LoadTests.NBomber.Tests;

public sealed class OpenModelTests : NBomberTest
{
    [Fact]
    public async Task A_busy_store_makes_requests_wait_and_the_wait_counts_and_each_request_is_accounted_for()
    {
        var recorder = Recorder(2);
        Requests.Time = TimeSpan.FromMilliseconds(100);

        // Two workers at 100 ms answer 20 a second; 40 a second are due.
        var measured = await RunAsync(Open(40, duration: 2 * Second) with { MaxInFlight = 2 }, recorder);

        // NBomber may call for fewer, which a note says; what still waits when the step's time has passed again is an error.
        var called = recorder.Totals().Requests;
        called.ShouldBeInRange(1, 80);
        measured.Notes.Contains($"NBomber sent {called} of 80 requests.").ShouldBe(called < 80);
        recorder.Totals().Successes.ShouldBe(Requests.Count);
        recorder.Errors().Where(e => e.Key.StartsWith("not sent: ", StringComparison.Ordinal)).Sum(e => e.Value)
            .ShouldBe(called - Requests.Count);
        (Requests.MostUnderWay, Requests.DoubledWorker).ShouldBe((2, null));
        LatencyHistogram.FromRecord(Success(recorder).ResponseTime).Percentile(90)
            .ShouldBeGreaterThan(LatencyHistogram.FromRecord(Success(recorder).ServiceTime).Percentile(90));
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
