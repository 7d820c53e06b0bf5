namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class ClosedModelTests
{
    [Fact]
    public async Task A_copy_sends_its_next_request_when_the_last_is_answered()
    {
        var clock = new FakeClock();
        var run = new EngineRun(1, clock);
        var (sequences, warmAfter) = (new List<long>(), 0);

        var measured = await run.SendAsync(
            EngineRun.Copies(1, 1) with { WarmUp = TimeSpan.FromSeconds(0.5) },
            call =>
            {
                sequences.Add(call.Sequence);
                clock.Advance(TimeSpan.FromMilliseconds(5));
            },
            onWarm: () =>
            {
                warmAfter = sequences.Count;
                run.Recorder.Totals().Requests.ShouldBe(0);
            });

        warmAfter.ShouldBe(100);
        sequences.ShouldBe(Enumerable.Range(0, 300).Select(i => (long)i));
        measured.ShouldBe(new MeasuredTime(DateTimeOffset.UnixEpoch.AddSeconds(0.5), TimeSpan.FromSeconds(1), false));
        var times = run.Recorder.Operations().ShouldHaveSingleItem();
        var service = times.ServiceTime;
        (service.Count, service.MinMicroseconds, service.MaxMicroseconds).ShouldBe((200, 5_000, 5_000));
        times.ResponseTime.SumMicroseconds.ShouldBe(service.SumMicroseconds);
    }

    [Fact]
    public async Task The_measured_time_ends_with_the_last_answer()
    {
        var clock = new FakeClock();
        var measured = await new EngineRun(1, clock).SendAsync(EngineRun.Copies(1, 1), _ => clock.Advance(TimeSpan.FromMilliseconds(300)));
        measured.Elapsed.ShouldBe(TimeSpan.FromSeconds(1.2));
    }

    [Fact]
    public async Task Copies_that_never_wait_share_the_threads()
    {
        var copies = 8 * Environment.ProcessorCount;
        var seen = new ConcurrentDictionary<int, bool>();
        await new EngineRun(copies).SendAsync(EngineRun.Copies(copies, 0.3), call => { seen[call.Worker] = true; });
        seen.Keys.Order().ShouldBe(Enumerable.Range(0, copies));
    }

    [Fact]
    public async Task A_ramp_starts_copies_one_after_the_other()
    {
        var begin = TimeProvider.System.GetTimestamp();
        var first = new ConcurrentDictionary<int, TimeSpan>();
        await new EngineRun(4).SendAsync(EngineRun.Copies(4, 0.4) with { Ramp = true }, async call =>
        {
            first.TryAdd(call.Worker, TimeProvider.System.GetElapsedTime(begin));
            await Task.Delay(5);
        });

        first.Keys.Order().ShouldBe([0, 1, 2, 3]);
        // A delay may end a little before its millisecond is over.
        first.ShouldAllBe(f => f.Value > TimeSpan.FromMilliseconds((100 * f.Key) - 5));
    }

    [Fact]
    public async Task Cancelled_it_waits_for_what_is_under_way_and_keeps_it()
    {
        using var cancel = new CancellationTokenSource();
        var (started, answer, run) = (new TaskCompletionSource(), new TaskCompletionSource(), new EngineRun(1));
        var running = run.SendAsync(
            EngineRun.Copies(1, 60), _ => { started.SetResult(); return answer.Task; }, cancellationToken: cancel.Token);
        await started.Task;
        await cancel.CancelAsync();
        running.IsCompleted.ShouldBeFalse();
        answer.SetResult();
        var measured = await running;

        measured.Interrupted.ShouldBeTrue();
        measured.Elapsed.ShouldBeLessThan(TimeSpan.FromMinutes(1));
        run.Recorder.Totals().ShouldBe(new LoadTotals(1, 0, 0));
    }

    [Fact]
    public async Task Cancelled_in_the_warm_up_nothing_is_measured()
    {
        using var cancel = new CancellationTokenSource();
        var run = new EngineRun(2);
        var measured = await run.SendAsync(
            EngineRun.Copies(2, 60) with { WarmUp = TimeSpan.FromMinutes(1) },
            _ => cancel.CancelAsync(),
            onWarm: () => throw new InvalidOperationException("It never was warm."),
            cancel.Token);

        (measured.Interrupted, measured.Elapsed, run.Recorder.Totals().Requests).ShouldBe((true, TimeSpan.Zero, 0));
    }

    [Theory]
    [InlineData(4, null)]
    [InlineData(null, 200.0)]
    public async Task A_defect_of_the_scenario_ends_the_step(int? copies, double? rate)
    {
        var run = new EngineRun(256).SendAsync(EngineRun.Copies(copies, 60) with { Rate = rate }, async call =>
        {
            await Task.Delay(1);
            if (call.Sequence == 20)
                throw new InvalidOperationException("a defect");
        });
        (await Should.ThrowAsync<InvalidOperationException>(run)).Message.ShouldBe("a defect");
    }

    [Theory]
    [InlineData(1, 5.0, 1)]
    [InlineData(null, null, 1)]
    [InlineData(0, null, 1)]
    [InlineData(1, null, 0)]
    public async Task Load_needs_copies_or_a_rate_and_a_time(int? copies, double? rate, double seconds) =>
        await Should.ThrowAsync<ArgumentException>(
            new EngineRun(1).SendAsync(EngineRun.Copies(copies, seconds) with { Rate = rate }, _ => { }));
}
