namespace EventSourcingBench.Measurement.Tests;

public sealed class OutageViewTests
{
    private readonly FakeClock _clock = new();
    private readonly StepHistory _history;
    private long _number;
    private OperationKind _kind = OperationKind.Append;

    public OutageViewTests() => _history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, key: 1), workers: 1, _clock);

    [Theory]
    [InlineData(OperationKind.Append)]
    [InlineData(OperationKind.Load)]
    public void The_pause_the_first_success_and_the_full_rate_after_each_fault_are_found(OperationKind kind)
    {
        _kind = kind;
        Appends(Outcome.Success, seconds: 5);
        var first = _history.Now;
        Appends(Outcome.Error, seconds: 2);
        Appends(Outcome.Success, seconds: 1, perSecond: 5);
        Appends(Outcome.Success, seconds: 7);
        var second = _history.Now;
        Appends(Outcome.Timeout, seconds: 10);

        var found = OutageView.Recoveries(_history, measuredFrom: 0, [(first, first, first), (second, second, second)], _history.Now);

        found.Count.ShouldBe(2);
        found[0].FirstSuccess!.Value.TotalSeconds.ShouldBe(2.2, 0.01);
        found[0].Pause.TotalSeconds.ShouldBe(2.2, 0.01);
        // The first half second of nine tenths begins at most a tenth of it before the rate is full.
        found[0].FullRate!.Value.TotalSeconds.ShouldBe(3, 0.11);
        found.Select(f => f.PauseIsLowerBound).ShouldBe([false, true]);
        found[1].ShouldBe(new Recovery(null, TimeSpan.FromSeconds(10), null, PauseIsLowerBound: true));
    }

    [Fact]
    public void A_burst_of_requests_that_waited_is_no_full_rate()
    {
        Appends(Outcome.Success, seconds: 5);
        var fault = _history.Now;
        Appends(Outcome.Success, seconds: 0.1, perSecond: 1_000);
        Appends(Outcome.Error, seconds: 3);
        Recovered(fault).FullRate.ShouldBeNull();
    }

    [Fact]
    public void A_success_of_a_request_from_before_the_fault_is_not_the_first_after_it()
    {
        Appends(Outcome.Success, seconds: 1);
        var lane = _history.Lane(0);
        lane.Begin(_number++, due: null, OperationKind.Append, key: Operation.NoKey);
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        var fault = _history.Now;
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        lane.End(Outcome.Success);
        Recovered(fault).ShouldBe(new Recovery(FirstSuccess: null, TimeSpan.FromMilliseconds(1), FullRate: null));
    }

    private Recovery Recovered(long fault) =>
        OutageView.Recoveries(_history, measuredFrom: 0, [(fault, fault, fault)], _history.Now).ShouldHaveSingleItem();

    private void Appends(Outcome outcome, double seconds, int perSecond = 100)
    {
        for (var i = 0; i < seconds * perSecond; i++)
        {
            _history.Lane(0).Begin(_number++, due: null, _kind, key: Operation.NoKey);
            _clock.Advance(TimeSpan.FromSeconds(1.0 / perSecond));
            _history.Lane(0).End(outcome);
        }
    }
}
