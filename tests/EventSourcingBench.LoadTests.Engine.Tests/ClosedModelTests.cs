namespace EventSourcingBench.LoadTests.Engine.Tests;

public sealed class ClosedModelTests
{
    private static readonly Func<ValueTask> Nothing = () => ValueTask.CompletedTask;

    [Fact]
    public async Task A_copy_sends_its_next_request_when_the_last_is_answered()
    {
        var clock = new FakeClock();
        var recorder = new LoadRecorder("append", 1, clock);
        var sequences = new List<long>();
        var scenario = Scenario.Of(call =>
        {
            sequences.Add(call.Sequence);
            clock.Advance(TimeSpan.FromMilliseconds(5));
        });
        var warmAfter = 0;

        var measured = await new BuiltInEngine(clock).RunAsync(
            scenario,
            Copies(1, TimeSpan.FromSeconds(1)) with { WarmUp = TimeSpan.FromSeconds(0.5) },
            recorder,
            () =>
            {
                warmAfter = sequences.Count;
                recorder.Totals().Requests.ShouldBe(0);
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);

        warmAfter.ShouldBe(100);
        sequences.ShouldBe(Enumerable.Range(0, 300).Select(i => (long)i));
        measured.ShouldBe(new MeasuredTime(DateTimeOffset.UnixEpoch.AddSeconds(0.5), TimeSpan.FromSeconds(1), false));
        var times = recorder.Operations().ShouldHaveSingleItem();
        times.ServiceTime.ShouldSatisfyAllConditions(
            t => t.Count.ShouldBe(200), t => t.MinMicroseconds.ShouldBe(5_000), t => t.MaxMicroseconds.ShouldBe(5_000));
        times.ResponseTime.SumMicroseconds.ShouldBe(times.ServiceTime.SumMicroseconds);
    }

    [Fact]
    public async Task The_measured_time_ends_with_the_last_answer()
    {
        var clock = new FakeClock();
        var scenario = Scenario.Of(_ => clock.Advance(TimeSpan.FromMilliseconds(300)));

        var measured = await new BuiltInEngine(clock).RunAsync(
            scenario, Copies(1, TimeSpan.FromSeconds(1)), new LoadRecorder("append", 1, clock), Nothing, CancellationToken.None);

        measured.Elapsed.ShouldBe(TimeSpan.FromSeconds(1.2));
    }

    [Fact]
    public async Task Copies_that_never_wait_share_the_threads()
    {
        var copies = 8 * Environment.ProcessorCount;
        var seen = new ConcurrentDictionary<int, bool>();
        var scenario = Scenario.Of(call => seen[call.Worker] = true);

        await RunAsync(scenario, Copies(copies, TimeSpan.FromSeconds(0.3)), copies);

        seen.Keys.Order().ShouldBe(Enumerable.Range(0, copies));
    }

    [Fact]
    public async Task A_ramp_starts_copies_one_after_the_other()
    {
        var clock = TimeProvider.System;
        var begin = clock.GetTimestamp();
        var first = new ConcurrentDictionary<int, TimeSpan>();
        var scenario = Scenario.Of(async (call, token) =>
        {
            first.TryAdd(call.Worker, clock.GetElapsedTime(begin));
            await Task.Delay(5, token);
        });

        await RunAsync(scenario, Copies(4, TimeSpan.FromSeconds(0.4)) with { Ramp = true }, 4);

        first.Keys.Order().ShouldBe([0, 1, 2, 3]);
        foreach (var (copy, at) in first)
        {
            // A delay may end a little before its millisecond is over.
            at.ShouldBeGreaterThan(TimeSpan.FromMilliseconds((100 * copy) - 5));
        }
    }

    [Fact]
    public async Task Cancelled_it_waits_for_what_is_under_way_and_keeps_it()
    {
        using var cancel = new CancellationTokenSource();
        var started = new TaskCompletionSource();
        var answer = new TaskCompletionSource();
        var recorder = new LoadRecorder("append", 1, TimeProvider.System);
        var scenario = Scenario.Of(async (_, token) =>
        {
            started.SetResult();
            await answer.Task.WaitAsync(token);
        });

        var run = new BuiltInEngine(TimeProvider.System).RunAsync(
            scenario, Copies(1, TimeSpan.FromMinutes(1)), recorder, Nothing, cancel.Token);
        await started.Task;
        await cancel.CancelAsync();
        run.IsCompleted.ShouldBeFalse();
        answer.SetResult();
        var measured = await run;

        measured.Interrupted.ShouldBeTrue();
        measured.Elapsed.ShouldBeLessThan(TimeSpan.FromMinutes(1));
        recorder.Totals().ShouldBe(new LoadTotals(1, 0, 0));
    }

    [Fact]
    public async Task Cancelled_in_the_warm_up_nothing_is_measured()
    {
        using var cancel = new CancellationTokenSource();
        var recorder = new LoadRecorder("append", 2, TimeProvider.System);
        var scenario = Scenario.Of(async (_, _) => await cancel.CancelAsync());

        var measured = await new BuiltInEngine(TimeProvider.System).RunAsync(
            scenario,
            Copies(2, TimeSpan.FromMinutes(1)) with { WarmUp = TimeSpan.FromMinutes(1) },
            recorder,
            () => throw new InvalidOperationException("It never was warm."),
            cancel.Token);

        measured.Interrupted.ShouldBeTrue();
        measured.Elapsed.ShouldBe(TimeSpan.Zero);
        recorder.Totals().Requests.ShouldBe(0);
    }

    [Fact]
    public async Task A_defect_of_the_scenario_ends_the_step()
    {
        var scenario = new LoadScenario("append", async (call, token) =>
        {
            await Task.Delay(1, token);
            return call.Sequence == 20 ? throw new InvalidOperationException("a defect") : Outcome.Success;
        });

        var run = RunAsync(scenario, Copies(4, TimeSpan.FromMinutes(1)), 4);

        (await Should.ThrowAsync<InvalidOperationException>(run)).Message.ShouldBe("a defect");
    }

    [Fact]
    public async Task Load_needs_copies_or_a_rate()
    {
        var scenario = Scenario.Of(_ => { });
        var both = Copies(1, TimeSpan.FromSeconds(1)) with { Rate = 5 };

        await Should.ThrowAsync<ArgumentException>(RunAsync(scenario, both, 1));
        await Should.ThrowAsync<ArgumentException>(RunAsync(scenario, both with { Rate = null, Copies = null }, 1));
        await Should.ThrowAsync<ArgumentException>(RunAsync(scenario, both with { Rate = null, Copies = 0 }, 1));
        await Should.ThrowAsync<ArgumentException>(RunAsync(scenario, both with { Rate = null, Duration = TimeSpan.Zero }, 1));
    }

    private static LoadSimulation Copies(int copies, TimeSpan duration) =>
        new() { Copies = copies, WarmUp = TimeSpan.Zero, Duration = duration };

    private static Task<MeasuredTime> RunAsync(LoadScenario scenario, LoadSimulation simulation, int workers) =>
        new BuiltInEngine(TimeProvider.System).RunAsync(
            scenario, simulation, new LoadRecorder("append", workers, TimeProvider.System), Nothing, CancellationToken.None);
}
