namespace EventSourcingBench.LoadTests.Tests;

public sealed class FaultScheduleTests
{
    private readonly FakeClock _clock = new();
    private readonly StepHistory _history;

    public FaultScheduleTests() => _history = new(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 1, _clock);

    [Theory]
    [InlineData(OperationKind.Append)]
    [InlineData(OperationKind.Load)]
    public async Task A_fault_comes_only_after_the_store_has_served_again(OperationKind kind)
    {
        var fault = new CountedFault();
        var times = Enumerable.Range(1, 10_000).Select(i => TimeSpan.FromMilliseconds(10 * i));
        await using var schedule = new FaultSchedule(fault, times, TimeSpan.FromSeconds(10), _history, _clock);

        await PassAsync(seconds: 0.3);
        fault.Times.ShouldBe(1, "nothing was served since");
        Acknowledge(kind);
        await PassAsync(seconds: 0.3);

        (await schedule.EndAsync()).Count.ShouldBe(2);
    }

    [Theory]
    [InlineData(true, 3.5, "")]
    [InlineData(false, 5, "; as nothing succeeded for 3s, it was helped")]
    [InlineData(false, 0.1, "; as nothing succeeded when the load ended, it was helped")]
    public async Task What_serves_nothing_although_it_is_mended_is_assisted(bool serves, double seconds, string help)
    {
        var fault = new CountedFault { IsAssisted = true };
        await using var schedule = new FaultSchedule(fault, [TimeSpan.Zero], TimeSpan.FromSeconds(10), _history, _clock);
        if (serves)
            Acknowledge();

        await PassAsync(seconds);
        var injection = (await schedule.EndAsync()).ShouldHaveSingleItem();
        injection.What.ShouldBe($"It was hit; it was healed{help}.");
        injection.InEffect.ShouldBeGreaterThanOrEqualTo(injection.Healed!.Value);
    }

    [Theory]
    [InlineData(OperationKind.Append)]
    [InlineData(OperationKind.Load)]
    public async Task What_a_generator_was_served_counts_also_when_its_history_has_come(OperationKind kind)
    {
        _history.AcknowledgedElsewhere = 1;
        await using var schedule = new FaultSchedule(
            new CountedFault { IsAssisted = true }, [TimeSpan.Zero], TimeSpan.FromSeconds(10), _history, _clock);
        await PassAsync(seconds: 0.1);
        Acknowledge(kind);
        var ended = _history.Lane(0).Operations.Single();
        var lane = _history.AddLane(process: 1);
        lane.Add(ended);
        _history.AcknowledgedElsewhere = 0;

        await PassAsync(seconds: 0.1);
        (await schedule.EndAsync()).ShouldHaveSingleItem().What.ShouldBe("It was hit; it was healed.");
    }

    // A disk takes seconds to fill.
    [Fact]
    public async Task What_takes_time_to_inject_while_the_store_serves_is_counted_from_its_end()
    {
        var fault = new CountedFault
        { IsAssisted = true, Lasts = TimeSpan.FromSeconds(1), Injecting = () => Task.Delay(TimeSpan.FromSeconds(3), _clock) };
        await using var schedule = new FaultSchedule(fault, [TimeSpan.Zero], TimeSpan.FromSeconds(10), _history, _clock);
        foreach (var seconds in (double[])[1, 1, 1, 1.2])
        {
            await PassAsync(seconds);
            Acknowledge();
        }

        await schedule.EndAsync();
        var recovery = schedule.Trials.ShouldHaveSingleItem().Recovery;
        recovery.FirstSuccess.ShouldNotBeNull().TotalSeconds.ShouldBe(1.2, 0.1);
        recovery.Pause.TotalSeconds.ShouldBe(1.2, 0.1);
    }

    // Histories are collected and samplers stopped before the schedule ends.
    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(2, 2)]
    public async Task What_is_done_after_the_load_is_no_part_of_it(double lastAnswer, double end)
    {
        var begin = _history.Now;
        await using var schedule = new FaultSchedule(new CountedFault(), [], TimeSpan.FromSeconds(1), _history, _clock);
        await PassAsync(lastAnswer);
        Acknowledge();
        await PassAsync(seconds: 3);
        await schedule.EndAsync();
        TimeSpan.FromTicks(schedule.LoadEnd - begin).TotalSeconds.ShouldBe(end, 0.05);
    }

    [Fact]
    public void What_hits_a_server_that_stores_share_is_known() =>
        FaultKind.All.Where(k => !k.HitsServer).Select(k => k.Syntax.Split(':')[0])
            .ShouldBe(["kill-api", "pause-api", "partition", "partition-node", "delay", "reset"], ignoreOrder: true);

    [Fact]
    public void No_outage_is_timed_by_the_clocks_of_other_hosts()
    {
        FaultSchedule.WhyNotBeside(new LoadFrom(sharesClock: false)).ShouldNotBeNull();
        FaultSchedule.WhyNotBeside(new LoadFrom(sharesClock: true)).ShouldBeNull();
    }

    // Whatever waits for a moment goes on before the next one.
    private async Task PassAsync(double seconds)
    {
        for (var step = 0; step < 100 * seconds; step++)
        {
            _clock.Advance(TimeSpan.FromMilliseconds(10));
            await Task.Delay(1, Cancel);
        }
    }

    private void Acknowledge(OperationKind kind = OperationKind.Append)
    {
        var lane = _history.Lane(0);
        lane.Begin(number: 0, due: null, kind, _history.KeyOf("stream"));
        lane.End(Outcome.Success);
    }

    private sealed class LoadFrom(bool sharesClock) : ILoadMaker
    {
        public bool SharesClock => sharesClock;

        public Task<MeasuredTime> RunAsync(
            SuiteLoad load, Func<ValueTask> onWarm, string? reportFolder, CancellationToken cancellationToken) =>
            throw new NotSupportedException("No load is made.");
    }

    private sealed class CountedFault() : Fault(new FakeStore().UnderTest)
    {
        public int Times { get; private set; }

        public bool IsAssisted { get; init; }

        public Func<Task> Injecting { get; init; } = () => Task.CompletedTask;

        public override string? WhyNot => null;

        public override Func<Task<string>>? Assist => IsAssisted ? () => Task.FromResult("it was helped") : null;

        public override async Task<string> InjectAsync()
        {
            await Injecting();
            return "It was hit";
        }

        public override Task<string?> HealAsync()
        {
            Times++;
            return Task.FromResult<string?>("it was healed");
        }
    }
}
