namespace EventSourcingBench.LoadTests.Tests;

public sealed class FaultScheduleTests
{
    private readonly StepHistory _history = new(new EventIds(DateTimeOffset.UnixEpoch, 1), workers: 1, TimeProvider.System);

    [Fact]
    public async Task A_fault_comes_only_after_the_store_has_served_again()
    {
        var fault = new CountedFault();
        var times = Enumerable.Range(1, 10_000).Select(i => TimeSpan.FromMilliseconds(10 * i));
        await using var schedule = new FaultSchedule(fault, times, _history, TimeProvider.System);

        await fault.HappensAsync(1);
        await Task.Delay(300, TestContext.Current.CancellationToken);
        fault.Times.ShouldBe(1, "nothing was acknowledged since");
        Acknowledge();
        await fault.HappensAsync(2);

        (await schedule.EndAsync()).Count.ShouldBe(2);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_serves_nothing_although_it_is_mended_is_assisted(bool serves)
    {
        var fault = new CountedFault { IsAssisted = true };
        await using var schedule = new FaultSchedule(fault, [TimeSpan.Zero], _history, TimeProvider.System);
        await fault.HappensAsync(1);
        await Task.Delay(300, TestContext.Current.CancellationToken);
        if (serves)
            Acknowledge();

        await (serves ? Task.Delay(3_500, TestContext.Current.CancellationToken) : fault.HappensAsync(2));
        var injection = (await schedule.EndAsync()).ShouldHaveSingleItem();
        injection.What.ShouldBe(
            serves ? "It was hit; it was healed." : "It was hit; it was healed; as nothing succeeded for 3s, it was helped.");
        injection.InEffect.ShouldBeGreaterThanOrEqualTo(injection.Healed!.Value);
    }

    [Fact]
    public async Task What_the_load_leaves_without_a_success_is_assisted()
    {
        var fault = new CountedFault { IsAssisted = true };
        await using var schedule = new FaultSchedule(fault, [TimeSpan.Zero], _history, TimeProvider.System);
        await fault.HappensAsync(1);
        var injection = (await schedule.EndAsync()).ShouldHaveSingleItem();
        injection.What.ShouldBe("It was hit; it was healed; as nothing succeeded when the load ended, it was helped.");
    }

    [Fact]
    public void No_outage_is_timed_by_the_clocks_of_other_hosts()
    {
        FaultSchedule.WhyNot(new LoadFrom(sharesClock: false)).ShouldNotBeNull();
        FaultSchedule.WhyNot(new LoadFrom(sharesClock: true)).ShouldBeNull();
    }

    private void Acknowledge()
    {
        var lane = _history.Lane(0);
        lane.Begin(number: 0, due: null, OperationKind.Append, _history.KeyOf("stream"));
        lane.End(Outcome.Success);
    }

    private sealed class LoadFrom(bool sharesClock) : ILoadMaker
    {
        public bool SharesClock => sharesClock;

        public Task<MeasuredTime> RunAsync(
            SuiteLoad load, Func<ValueTask> onWarm, string? reportFolder, CancellationToken cancellationToken) =>
            throw new NotSupportedException("No load is made.");
    }

    private sealed class CountedFault() : Fault(new FakeStore(_ => new BulkWorld()))
    {
        private int _times;

        public int Times => Volatile.Read(ref _times);

        public bool IsAssisted { get; init; }

        public override string? WhyNot => null;

        public override Func<Task<string>>? Assist => IsAssisted ? AssistAsync : null;

        public async Task HappensAsync(int times)
        {
            using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(60));
            while (Times < times)
                await Task.Delay(5, limit.Token);
        }

        public override Task<string> InjectAsync() => Task.FromResult("It was hit");

        public override Task<string?> HealAsync()
        {
            Interlocked.Increment(ref _times);
            return Task.FromResult<string?>("it was healed");
        }

        private Task<string> AssistAsync()
        {
            Interlocked.Increment(ref _times);
            return Task.FromResult("it was helped");
        }
    }
}
