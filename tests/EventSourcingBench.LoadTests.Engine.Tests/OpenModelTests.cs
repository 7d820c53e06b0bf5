namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class OpenModelTests
{
    private static readonly Func<ValueTask> Nothing = () => ValueTask.CompletedTask;

    [Fact]
    public async Task A_stall_shows_in_the_response_times_of_all_that_were_due_exactly()
    {
        var clock = new FakeClock();
        var recorder = new LoadRecorder("append", 1, clock);
        var scenario = Scenario.Of(call => clock.Advance(TimeSpan.FromMilliseconds(call.Sequence == 100 ? 1_000 : 1)));

        var measured = await RunAsync(clock, scenario, Rate(100, TimeSpan.FromSeconds(3)) with { MaxInFlight = 1 }, recorder);

        // One request every 10 ms. The one that is due at 1 s takes 1 s; after it the backlog is sent, 1 ms each: of
        // the k-th request behind it 10 k ms of the stall were over when it was due.
        var service = new LatencyHistogram();
        var response = new LatencyHistogram();
        for (var i = 0; i < 300; i++)
        {
            var behind = i - 100;
            service.RecordMicroseconds(behind == 0 ? 1_000_000 : 1_000);
            response.RecordMicroseconds(behind >= 0 ? Math.Max(1_000, 1_000_000 - (9_000 * behind)) : 1_000);
        }

        var times = recorder.Operations().ShouldHaveSingleItem();
        times.ServiceTime.Buckets.ShouldBe(service.ToRecord().Buckets);
        times.ResponseTime.Buckets.ShouldBe(response.ToRecord().Buckets);
        measured.ShouldBe(new MeasuredTime(DateTimeOffset.UnixEpoch, TimeSpan.FromSeconds(3), false));
    }

    [Fact]
    public async Task A_stall_shows_on_the_system_clock_with_several_workers()
    {
        const int Workers = 4;
        var stall = new Stall(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(1.5));
        var recorder = new LoadRecorder("append", Workers, TimeProvider.System);
        var busy = new int[Workers];
        var scenario = Scenario.Of(async (call, _) =>
        {
            Interlocked.Increment(ref busy[call.Worker]).ShouldBe(1);
            await stall.PassAsync();
            Interlocked.Decrement(ref busy[call.Worker]);
        });

        await RunAsync(
            TimeProvider.System, scenario, Rate(200, TimeSpan.FromSeconds(2)) with { MaxInFlight = Workers }, recorder);

        // Of the 200 that were due in the stall's second, the first 100 wait half a second or more.
        var times = recorder.Operations().ShouldHaveSingleItem();
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
        var recorder = new LoadRecorder("append", 256, TimeProvider.System);
        var scenario = Scenario.Of(async (_, _) => await Task.Yield());

        var measured = await RunAsync(
            TimeProvider.System, scenario, Rate(rate, TimeSpan.FromSeconds(seconds)) with { Ramp = ramp }, recorder);

        recorder.Totals().ShouldBe(new LoadTotals(count, 0, 0));
        measured.Interrupted.ShouldBeFalse();
        measured.Elapsed.ShouldBeGreaterThanOrEqualTo(TimeSpan.FromSeconds(seconds));
    }

    [Fact]
    public async Task The_backlog_of_the_warm_up_has_ended_before_the_measured_time()
    {
        var running = 0;
        var runningWhenWarm = -1;
        var recorder = new LoadRecorder("append", 8, TimeProvider.System);
        var scenario = Scenario.Of(async (_, token) =>
        {
            Interlocked.Increment(ref running);
            await Task.Delay(20, token);
            Interlocked.Decrement(ref running);
        });

        await new BuiltInEngine(TimeProvider.System).RunAsync(
            scenario,
            Rate(200, TimeSpan.FromSeconds(0.2)) with { WarmUp = TimeSpan.FromSeconds(0.2), MaxInFlight = 8 },
            recorder,
            () =>
            {
                runningWhenWarm = Volatile.Read(ref running);
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);

        runningWhenWarm.ShouldBe(0);
        recorder.Totals().ShouldBe(new LoadTotals(40, 0, 0));
    }

    [Fact]
    public async Task What_a_store_does_not_catch_up_with_is_counted_with_its_reason()
    {
        var clock = new FakeClock();
        var recorder = new LoadRecorder("append", 1, clock);
        var scenario = Scenario.Of(_ => clock.Advance(TimeSpan.FromMilliseconds(50)));

        var measured = await RunAsync(clock, scenario, Rate(100, TimeSpan.FromSeconds(1)) with { MaxInFlight = 1 }, recorder);

        // Sent at 0, 50, ... 2,000 ms: twice the step's time. The 59 others of the 100 that were due are errors.
        recorder.Totals().ShouldBe(new LoadTotals(41, 0, 59));
        var (reason, count) = recorder.Errors().ShouldHaveSingleItem();
        reason.ShouldStartWith("not sent: ");
        count.ShouldBe(59);
        measured.Elapsed.ShouldBe(TimeSpan.FromSeconds(2.05));
        measured.Interrupted.ShouldBeFalse();
    }

    [Fact]
    public async Task Cancelled_it_counts_what_was_due_and_not_sent()
    {
        using var cancel = new CancellationTokenSource();
        var answer = new TaskCompletionSource();
        var recorder = new LoadRecorder("append", 1, TimeProvider.System);
        var scenario = Scenario.Of(async (_, token) =>
        {
            cancel.CancelAfter(TimeSpan.FromSeconds(0.3));
            await answer.Task.WaitAsync(token);
        });

        var run = new BuiltInEngine(TimeProvider.System).RunAsync(
            scenario, Rate(100, TimeSpan.FromMinutes(1)) with { MaxInFlight = 1 }, recorder, Nothing, cancel.Token);
        await Task.Delay(Timeout.InfiniteTimeSpan, cancel.Token).ContinueWith(_ => { }, TaskScheduler.Default);
        answer.SetResult();
        var measured = await run;

        measured.Interrupted.ShouldBeTrue();
        recorder.Totals().Successes.ShouldBe(1);
        recorder.Totals().Errors.ShouldBeGreaterThan(0);
        recorder.Errors().ShouldHaveSingleItem().Value.ShouldBe(recorder.Totals().Errors);
    }

    [Fact]
    public async Task A_defect_of_the_scenario_ends_the_step()
    {
        var scenario = new LoadScenario("append", (call, _) =>
            call.Sequence == 20 ? throw new InvalidOperationException("a defect") : ValueTask.FromResult(Outcome.Success));

        var run = RunAsync(
            TimeProvider.System,
            scenario,
            Rate(200, TimeSpan.FromMinutes(1)),
            new LoadRecorder("append", 256, TimeProvider.System));

        (await Should.ThrowAsync<InvalidOperationException>(run)).Message.ShouldBe("a defect");
    }

    private static LoadSimulation Rate(double rate, TimeSpan duration) =>
        new() { Rate = rate, WarmUp = TimeSpan.Zero, Duration = duration };

    private static Task<MeasuredTime> RunAsync(
        TimeProvider time, LoadScenario scenario, LoadSimulation simulation, LoadRecorder recorder)
    {
        var engine = time is FakeClock clock
            ? new BuiltInEngine(clock, new VirtualWaiter(clock, recorder))
            : new BuiltInEngine(time);
        return engine.RunAsync(scenario, simulation, recorder, Nothing, CancellationToken.None);
    }

    private static long CountAbove(HistogramRecord record, double milliseconds) => LatencyHistogram.FromRecord(record)
        .Buckets().Where(b => b.UpperMicroseconds > 1_000 * milliseconds).Sum(b => b.Count);

    /// <summary>A server that answers at once, but not in one stretch of its time.</summary>
    private sealed class Stall(TimeSpan from, TimeSpan to)
    {
        private readonly long _start = TimeProvider.System.GetTimestamp();

        public async Task PassAsync()
        {
            var now = TimeProvider.System.GetElapsedTime(_start);
            if (now >= from && now < to)
                await Task.Delay(to - now, TestContext.Current.CancellationToken);
        }
    }
}
