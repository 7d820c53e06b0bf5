namespace EventSourcingBench.LoadTests.Tests;

public sealed class OutageViewTests
{
    private readonly FakeClock _clock = new();
    private readonly StepHistory _history;
    private long _next;

    public OutageViewTests() => _history = new StepHistory(new EventIds(DateTimeOffset.UnixEpoch, key: 1), workers: 2, _clock);

    [Fact]
    public void Pauses_before_and_after_do_not_count_failures_end_none_and_one_may_last_until_the_end()
    {
        EndAfter(60, Outcome.Success);
        var from = _history.Now;
        EndAfter(1, Outcome.Success);
        EndAfter(2, Outcome.Error);
        EndAfter(1, Outcome.Success, worker: 1);
        EndAfter(2, Outcome.Success);
        var to = _history.Now;
        EndAfter(60, Outcome.Success);
        OutageView.LongestPause(_history, from, to).ShouldBe(TimeSpan.FromSeconds(3));

        from = _history.Now;
        EndAfter(1, Outcome.Success);
        EndAfter(15, Outcome.Timeout);
        OutageView.LongestPause(_history, from, _history.Now).ShouldBe(TimeSpan.FromSeconds(15));
    }

    private void EndAfter(int seconds, Outcome outcome, int worker = 0)
    {
        var lane = _history.Lane(worker);
        lane.Begin(_next++, due: null, OperationKind.Append, _history.KeyOf("stream"));
        _clock.Advance(TimeSpan.FromSeconds(seconds));
        lane.End(outcome);
    }
}
