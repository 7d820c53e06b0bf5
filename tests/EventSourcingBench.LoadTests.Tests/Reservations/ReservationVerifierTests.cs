using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Each way in which a store can break its word or the rules is found.</summary>
public sealed class ReservationVerifierTests
{
    private readonly ReservationLedger _ledger = new(workers: 2);
    private readonly List<DeliveredEvent> _stored = [];
    private readonly Dictionary<int, ShownSeats> _shown = [];

    [Fact]
    public async Task A_store_that_kept_its_word_is_verified()
    {
        Keep(ShowCommandKind.Create, 3);
        Keep(ShowCommandKind.Reserve, 2);
        Keep(ShowCommandKind.Cancel, 2);
        Keep(ShowCommandKind.Reserve, 2);
        Send(ShowCommandKind.Reserve, 2, Outcome.Refused);
        Send(ShowCommandKind.Reserve, 3, Outcome.Timeout);
        _stored.Add(new DeliveredEvent(Guid.NewGuid(), "snapshot-show-s0", 1));
        _shown[0] = new ShownSeats(4, [2]);
        var verdict = await VerifyAsync();
        verdict.Text.ShouldBe("verified: 4 acknowledged requests, 4 events, no seat sold twice; of 1 unknown outcomes 0 done");
        verdict.Passed.ShouldBeTrue();
    }

    [Fact]
    public async Task A_lost_event_is_found()
    {
        Keep(ShowCommandKind.Create, 3);
        Send(ShowCommandKind.Reserve, 1, Outcome.Success);
        _shown[0] = new ShownSeats(1, []);
        (await FailAsync()).Lost.ShouldBe(1);
    }

    [Fact]
    public async Task A_seat_that_was_sold_twice_is_found()
    {
        Keep(ShowCommandKind.Create, 3);
        Keep(ShowCommandKind.Reserve, 1);
        Keep(ShowCommandKind.Reserve, 1);
        _shown[0] = new ShownSeats(3, [1]);
        var verdict = await FailAsync();
        verdict.RulesBroken.ShouldBe(1);
        verdict.Examples.ShouldContain("show s0: seat 1 was reserved twice");
    }

    [Fact]
    public async Task What_was_refused_and_is_there_is_found()
    {
        Keep(ShowCommandKind.Create, 3);
        Store(Send(ShowCommandKind.Reserve, 1, Outcome.Refused), 2);
        _shown[0] = new ShownSeats(2, [1]);
        (await FailAsync()).RefusedApplied.ShouldBe(1);
    }

    [Fact]
    public async Task An_event_that_nobody_sent_one_that_is_there_twice_and_one_elsewhere_are_found()
    {
        Keep(ShowCommandKind.Create, 3);
        _stored.Add(new DeliveredEvent(Guid.NewGuid(), "show-s0", 2));
        _stored.Add(_stored[0]);
        _stored.Add(new DeliveredEvent(Send(ShowCommandKind.Reserve, 1, Outcome.Success), "show-s9", 1));
        _shown[0] = new ShownSeats(1, []);
        var verdict = await FailAsync();
        (verdict.Foreign, verdict.Duplicated, verdict.Misplaced).ShouldBe((1, 1, 1));
    }

    [Fact]
    public async Task A_gap_and_a_show_that_reads_otherwise_are_found()
    {
        Keep(ShowCommandKind.Create, 3);
        Store(Send(ShowCommandKind.Reserve, 1, Outcome.Success), 3);
        _shown[0] = new ShownSeats(3, [2]);
        (await FailAsync()).RulesBroken.ShouldBe(2);
    }

    [Fact]
    public async Task Nothing_acknowledged_is_nothing_verified()
    {
        Send(ShowCommandKind.Create, 3, Outcome.Error);
        (await VerifyAsync()).ShouldSatisfyAllConditions(v => v.Passed.ShouldBeFalse(), v => v.Text.ShouldStartWith("not verified"));
    }

    private Guid Send(ShowCommandKind kind, int number, Outcome outcome)
    {
        var command = new ShowCommand(Guid.NewGuid(), kind, number);
        _ledger.Send(worker: 1, show: 0, command);
        _ledger.Settle(worker: 1, new ReservationReply(outcome, Tries: 1));
        return command.Id;
    }

    private void Store(Guid id, long version) => _stored.Add(new DeliveredEvent(id, "show-s0", version));

    private void Keep(ShowCommandKind kind, int number) => Store(Send(kind, number, Outcome.Success), _stored.Count + 1);

    private async Task<VerdictRecord> FailAsync()
    {
        var verdict = await VerifyAsync();
        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldStartWith("FAILED");
        return verdict;
    }

    private Task<VerdictRecord> VerifyAsync() => new ReservationVerifier(_ledger, new Shown(_shown), TimeProvider.System)
        .VerifyAsync(new Stored(_stored), TestContext.Current.CancellationToken);

    private sealed class Shown(Dictionary<int, ShownSeats> shows) : IReservationTarget
    {
        public ValueTask<ReservationReply> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout) => throw new NotSupportedException();

        public Task<ShownSeats?> ReadAsync(int show, CancellationToken cancellationToken) =>
            Task.FromResult<ShownSeats?>(shows.TryGetValue(show, out var shown) ? shown : null);
    }

    private sealed class Stored(List<DeliveredEvent> events) : IReadBack
    {
        public IAsyncEnumerable<DeliveredEvent> ReadAllAsync(CancellationToken cancellationToken) => events.ToAsyncEnumerable();

        public IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, CancellationToken cancellationToken) => throw new NotSupportedException();

        public IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(IReadOnlyCollection<string> groups, CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
