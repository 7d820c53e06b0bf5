namespace EventSourcingBench.LoadTests.Tests;

public sealed class ReservationTallyTests
{
    private readonly StepHistory _history = new(new EventIds(DateTimeOffset.UnixEpoch, key: 1), workers: 1, new FakeClock());

    [Fact]
    public void Tries_conflicts_and_retries_are_counted()
    {
        Send(show: 0, Outcome.Success, conflicts: 0);
        Send(0, Outcome.Success, 0);
        Send(0, Outcome.Success, 2);
        Send(1, Outcome.Refused, 2);
        Send(1, Outcome.Conflict, 5);
        Send(1, Outcome.Timeout, 0);
        // It was sent again to another node: how many conflicts it had is not known.
        Send(1, Outcome.Conflict, 0);

        var tally = Tally();
        tally.SuccessesByTries.ShouldBe([0, 2, 0, 1]);
        (tally.Requests, tally.GivenUp, tally.LostRaces, tally.Retries).ShouldBe((7, 2, 2 + 2 + 5, 2 + 2 + 4));
        tally.LostRacesPerRequest.ShouldBe(9.0 / 7);
    }

    [Fact]
    public void Goodput_leaves_out_what_was_rejected_and_what_failed()
    {
        (Outcome, int)[] counts =
            [(Outcome.Success, 30), (Outcome.Refused, 4), (Outcome.Conflict, 2), (Outcome.Error, 5), (Outcome.Timeout, 1)];
        OperationRecord[] times = [.. counts.Select(c => TestTools.Operation("request", c.Item1, milliseconds: 1, c.Item2))];
        var tally = ReservationTally.Of([], times, TimeSpan.FromSeconds(2));
        (tally.Goodput, tally.Rejected, tally.Failed, tally.Fairness, tally.RetriesPerRequest).ShouldBe((15, 3, 3, null, null));
    }

    [Fact]
    public void Fairness_is_jains_index_of_the_shares_and_the_worst_show_is_named()
    {
        // However many requests a show gets: its share alone counts. Of the two that got nothing the one with more requests is worse.
        Enumerable.Range(0, 9).ToList().ForEach(_ => Send(1, Outcome.Success, 0));
        Send(2, Outcome.Success, 0);
        Send(3, Outcome.Refused, 0);
        Send(4, Outcome.Refused, 0);
        Send(4, Outcome.Conflict, 5);
        Tally().Fairness.ShouldBe(new FairnessRecord(Index: 0.5, Shows: 4, "s4", WorstSuccesses: 0, WorstRequests: 2));
    }

    private ReservationTally Tally() => ReservationTally.Of(_history.Operations, [], TimeSpan.FromSeconds(1));

    private void Send(int show, Outcome outcome, int conflicts)
    {
        var lane = _history.Lane(0);
        lane.Begin(_history.Count, due: null, OperationKind.Append, show);
        lane.End(outcome, conflicts: conflicts);
    }
}
