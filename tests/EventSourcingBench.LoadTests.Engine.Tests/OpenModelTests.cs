namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class OpenModelTests
{
    [Fact]
    public async Task A_stall_shows_in_the_response_times_of_all_that_were_due_exactly()
    {
        var clock = new FakeClock();
        var run = new EngineRun(1, clock);
        var measured = await run.SendAsync(
            EngineRun.Rate(100, 3) with { MaxInFlight = 1 },
            call => clock.Advance(TimeSpan.FromMilliseconds(call.Sequence == 100 ? 1_000 : 1)));

        // One request every 10 ms. The one that is due at 1 s takes 1 s; after it the backlog is sent, 1 ms each: of
        // the k-th request behind it 10 k ms of the stall were over when it was due.
        var (service, response) = (new LatencyHistogram(), new LatencyHistogram());
        for (var i = 0; i < 300; i++)
        {
            var behind = i - 100;
            service.RecordMicroseconds(behind == 0 ? 1_000_000 : 1_000);
            response.RecordMicroseconds(behind >= 0 ? Math.Max(1_000, 1_000_000 - (9_000 * behind)) : 1_000);
        }

        var times = run.Recorder.Operations().ShouldHaveSingleItem();
        times.ServiceTime.Buckets.ShouldBe(service.ToRecord().Buckets);
        times.ResponseTime.Buckets.ShouldBe(response.ToRecord().Buckets);
        measured.ShouldBe(new MeasuredTime(DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(3), false));
    }

    [Fact]
    public async Task A_stall_shows_on_the_system_clock_with_several_workers()
    {
        const int Workers = 4;
        var (run, busy, start) = (new EngineRun(Workers), new int[Workers], TimeProvider.System.GetTimestamp());
        await run.SendAsync(EngineRun.Rate(200, 2) with { MaxInFlight = Workers }, async call =>
        {
            Interlocked.Increment(ref busy[call.Worker]).ShouldBe(1);
            // The store answers at once, but not from 0.5 to 1.5 s.
            var now = TimeProvider.System.GetElapsedTime(start).TotalSeconds;
            if (now is >= 0.5 and < 1.5)
                await Task.Delay(TimeSpan.FromSeconds(1.5 - now));

            Interlocked.Decrement(ref busy[call.Worker]);
        });

        // Of the 200 that were due in the stall's second, the first 100 wait half a second or more.
        var times = run.Recorder.Operations().ShouldHaveSingleItem();
        times.ResponseTime.Count.ShouldBe(400);
        CountAbove(times.ResponseTime, 450).ShouldBeGreaterThanOrEqualTo(95);
        CountAbove(times.ServiceTime, 450).ShouldBeInRange(1, Workers);
    }

    [Theory]
    [InlineData(1_000, 0.5, false, 500)]
    [InlineData(37, 1, false, 37)]
    [InlineData(1_000, 0.5, true, 250)]
    public async Task Sends_rate_times_duration_requests(double rate, double seconds, bool ramp, long count)
    {
        // What is late by the duration is not sent: on the system's clock a stall would be that.
        var run = new EngineRun(256, new FakeClock());
        var measured = await run.SendAsync(EngineRun.Rate(rate, seconds) with { Ramp = ramp }, async _ => await Task.Yield());
        run.Recorder.Totals().ShouldBe(new LoadTotals(count, 0, 0));
        measured.Interrupted.ShouldBeFalse();
        measured.Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(seconds));
    }

    [Fact]
    public async Task The_backlog_of_the_warm_up_has_ended_before_the_measured_time()
    {
        var (run, running, runningWhenWarm) = (new EngineRun(8), 0, -1);
        await run.SendAsync(
            EngineRun.Rate(200, 0.2) with { WarmUp = TimeSpan.FromSeconds(0.2), MaxInFlight = 8 },
            async _ =>
            {
                Interlocked.Increment(ref running);
                await Task.Delay(20);
                Interlocked.Decrement(ref running);
            },
            onWarm: () => runningWhenWarm = Volatile.Read(ref running));

        runningWhenWarm.ShouldBe(0);
        run.Recorder.Totals().ShouldBe(new LoadTotals(40, 0, 0));
    }

    [Fact]
    public async Task What_a_store_does_not_catch_up_with_is_counted_with_its_reason()
    {
        var clock = new FakeClock();
        var run = new EngineRun(1, clock);
        var measured = await run.SendAsync(
            EngineRun.Rate(100, 1) with { MaxInFlight = 1 }, _ => clock.Advance(TimeSpan.FromMilliseconds(50)));

        // Sent at 0, 50, ... 2,000 ms: twice the step's time. The 59 others of the 100 that were due are errors.
        run.Recorder.Totals().ShouldBe(new LoadTotals(41, 0, 59));
        var (reason, count) = run.Recorder.Errors().ShouldHaveSingleItem();
        reason.ShouldStartWith("not sent: ");
        count.ShouldBe(59);
        (measured.Elapsed, measured.Interrupted).ShouldBe((TimeSpan.FromSeconds(2.05), false));
    }

    [Fact]
    public async Task Cancelled_it_counts_what_was_due_and_not_sent()
    {
        using var cancel = new CancellationTokenSource();
        var (answer, run) = (new TaskCompletionSource(), new EngineRun(1));
        using var answers = cancel.Token.Register(answer.SetResult);
        var measured = await run.SendAsync(
            EngineRun.Rate(100, 60) with { MaxInFlight = 1 },
            _ => { cancel.CancelAfter(TimeSpan.FromSeconds(0.3)); return answer.Task; },
            cancellationToken: cancel.Token);

        measured.Interrupted.ShouldBeTrue();
        var totals = run.Recorder.Totals();
        totals.Successes.ShouldBe(1);
        totals.Errors.ShouldBeGreaterThan(0);
        run.Recorder.Errors().ShouldHaveSingleItem().Value.ShouldBe(totals.Errors);
    }

    private static long CountAbove(HistogramRecord record, double milliseconds) => LatencyHistogram.FromRecord(record)
        .Buckets().Where(b => b.UpperMicroseconds > 1_000 * milliseconds).Sum(b => b.Count);
}
