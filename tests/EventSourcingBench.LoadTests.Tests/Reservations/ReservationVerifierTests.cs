using System.Runtime.CompilerServices;
using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>Each way in which a store can break its word or the rules is found.</summary>
public sealed class ReservationVerifierTests
{
    private readonly ReservationLedger _ledger = new(workers: 2);
    private readonly List<DeliveredEvent> _stored = [];
    private readonly Dictionary<int, ShownSeats> _shown = [];
    private ReadModel? _readModel = new();
    private string? _broken;

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
        verdict.Text.ShouldBe(
            "verified: 4 acknowledged requests, 4 events, no seat sold twice, read model agrees; of 1 unknown outcome 0 done, 1 not");
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
    public async Task A_store_without_projections_says_that_its_read_model_was_not_checked()
    {
        KeepSome();
        _readModel = null;
        (await VerifyAsync()).ShouldSatisfyAllConditions(
            v => v.Passed.ShouldBeTrue(),
            v => v.Text.ShouldBe("verified: 3 acknowledged requests, 3 events, no seat sold twice; read model not checked: the store runs no projections"));
    }

    [Fact]
    public async Task A_read_model_that_lacks_an_event_is_found_and_its_show_is_named()
    {
        KeepSome();
        _readModel!.Lose(_stored[2].EventId);
        var verdict = await FailAsync();
        verdict.RowsMissing.ShouldBe(1);
        verdict.TotalsWrong.ShouldBe(1);
        verdict.Text.ShouldBe(
            "FAILED: lost 0, duplicated 0, misplaced 0, rows missing 1, totals wrong 1; "
            + "the read model disagrees, for example about show s0");
        verdict.Examples.ShouldContain("show s0: the read model counts 1 seats taken by 1 events, the ledger 2 by 2, its events say 2");
    }

    [Fact]
    public async Task Rows_that_are_there_twice_or_have_no_event_are_found()
    {
        KeepSome();
        _readModel!.Rows.Add(_readModel.Rows[0]);
        _readModel.Rows.Add(new ReadBackRow(Guid.NewGuid(), "s0", 1));
        (await FailAsync()).RowsSurplus.ShouldBe(2);
    }

    [Fact]
    public async Task A_sum_that_differs_from_the_rows_and_a_row_of_another_show_are_found()
    {
        KeepSome();
        _readModel!.Rows[0] = _readModel.Rows[0] with { Group = "s1" };
        _readModel.Off = 1;
        var verdict = await FailAsync();
        (verdict.TotalsWrong, verdict.RowsMissing, verdict.RowsSurplus).ShouldBe((1, 0, 0));
        verdict.Examples.ShouldContain(e => e.StartsWith("show s0: the row of ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Nothing_acknowledged_is_nothing_verified()
    {
        Send(ShowCommandKind.Create, 3, Outcome.Error);
        (await VerifyAsync()).ShouldSatisfyAllConditions(v => v.Passed.ShouldBeFalse(), v => v.Text.ShouldStartWith("not verified"));
    }

    [Fact]
    public async Task Of_many_shows_the_ones_that_read_otherwise_are_counted()
    {
        const int Shows = 2_000;
        for (var show = 0; show < Shows; show++)
        {
            var command = new ShowCommand(Guid.NewGuid(), ShowCommandKind.Create, 3);
            _ledger.Send(worker: 0, show, command);
            _ledger.Settle(worker: 0, new ReservationReply(Outcome.Success, Tries: 1));
            _stored.Add(new DeliveredEvent(command.Id, $"show-s{show}", 1));
            _shown[show] = new ShownSeats(show % 100 == 0 ? 2 : 1, []);
        }

        (await FailAsync()).RulesBroken.ShouldBe(Shows / 100);
    }

    [Theory]
    [InlineData("events", 0)]
    [InlineData("shows", 1)]
    [InlineData("rows", 1)]
    public async Task What_was_found_before_reading_broke_is_kept(string broken, int lost)
    {
        KeepSome();
        Keep(ShowCommandKind.Reserve, 2);
        Store(Guid.NewGuid(), 5);
        Send(ShowCommandKind.Reserve, 3, Outcome.Success);
        _shown[0] = new ShownSeats(4, [1, 2]);
        _broken = broken;
        var verdict = await FailAsync();
        (verdict.Lost, verdict.Foreign, verdict.RulesBroken).ShouldBe((lost, 1, 1));
        verdict.Text.ShouldStartWith($"FAILED: lost {lost}, duplicated 0, misplaced 0, foreign 1, ");
        verdict.Text.ShouldContain("rules broken 1");
        verdict.Text.ShouldEndWith("; the rest not verified: gone");
    }

    private Guid Send(ShowCommandKind kind, int number, Outcome outcome)
    {
        var command = new ShowCommand(Guid.NewGuid(), kind, number);
        _ledger.Send(worker: 1, show: 0, command);
        _ledger.Settle(worker: 1, new ReservationReply(outcome, Tries: 1));
        return command.Id;
    }

    private void KeepSome()
    {
        Keep(ShowCommandKind.Create, 3);
        Keep(ShowCommandKind.Reserve, 1);
        Keep(ShowCommandKind.Reserve, 2);
        _shown[0] = new ShownSeats(3, [1, 2]);
    }

    private void Store(Guid id, long version, ShowCommandKind kind = ShowCommandKind.Reserve)
    {
        _stored.Add(new DeliveredEvent(id, "show-s0", version));
        if (kind != ShowCommandKind.Create)
        {
            _readModel?.Rows.Add(new ReadBackRow(id, "s0", kind == ShowCommandKind.Reserve ? 1 : -1));
        }
    }

    private void Keep(ShowCommandKind kind, int number) => Store(Send(kind, number, Outcome.Success), _stored.Count + 1, kind);

    private async Task<VerdictRecord> FailAsync()
    {
        var verdict = await VerifyAsync();
        verdict.Passed.ShouldBeFalse();
        verdict.Text.ShouldStartWith("FAILED");
        return verdict;
    }

    private Task<VerdictRecord> VerifyAsync() => new ReservationVerifier(
            _ledger,
            new Shown(_shown, _broken),
            _ => _broken == "rows" ? throw new InvalidOperationException("gone") : Task.FromResult<IShowReadModel?>(_readModel),
            Counting.Silent(_shown.Count),
            new HastyTime())
        .VerifyAsync(new Stored(_stored, _broken), TestContext.Current.CancellationToken);

    private sealed class Shown(Dictionary<int, ShownSeats> shows, string? broken) : IReservationTarget
    {
        public ValueTask<ReservationReply> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout) => throw new NotSupportedException();

        public Task<ShownSeats?> ReadAsync(int show, CancellationToken cancellationToken) =>
            broken == "shows" ? throw new InvalidOperationException("gone")
            : Task.FromResult<ShownSeats?>(shows.TryGetValue(show, out var shown) ? shown : null);
    }

    /// <summary>A clock that goes a minute further whenever it is looked at: a projection that has halted is not waited for.</summary>
    private sealed class HastyTime : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => Interlocked.Add(ref _now, TimeSpan.TicksPerMinute);

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;
    }

    private sealed class ReadModel : IShowReadModel
    {
        public List<ReadBackRow> Rows { get; } = [];

        public long Off { get; set; }

        public void Lose(Guid id) => Rows.RemoveAll(r => r.EventId == id);

        public Task<long> CountRowsAsync(CancellationToken cancellationToken) => Task.FromResult((long)Rows.Count);

        public IAsyncEnumerable<ReadBackRow> ReadRowsAsync(CancellationToken cancellationToken) => Rows.ToAsyncEnumerable();

        public Task<GroupTotal> ReadTotalAsync(string show, CancellationToken cancellationToken) =>
            Task.FromResult(new GroupTotal(Rows.Count, Rows.Sum(r => r.Amount) + Off));
    }

    private sealed class Stored(List<DeliveredEvent> events, string? broken) : IReadBack
    {
        public async IAsyncEnumerable<DeliveredEvent> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken)
        {
            await Task.CompletedTask;
            foreach (var found in events)
            {
                yield return found;
            }

            if (broken == "events")
            {
                throw new InvalidOperationException("gone");
            }
        }

        public IAsyncEnumerable<StreamEvent> ReadStreamAsync(string stream, CancellationToken cancellationToken) => throw new NotSupportedException();

        public IAsyncEnumerable<ReadBackRow> ReadModelRowsAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

        public Task<IReadOnlyDictionary<string, GroupTotal>> ReadTotalsAsync(IReadOnlyCollection<string> groups, CancellationToken cancellationToken) => throw new NotSupportedException();
    }
}
