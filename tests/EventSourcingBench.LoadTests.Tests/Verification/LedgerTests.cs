using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class LedgerTests
{
    private static readonly LedgerStream[] Streams = [new("currency-EURUSD", "EURUSD"), new("currency-GBPUSD", "GBPUSD")];

    [Fact]
    public void It_gives_back_what_was_entered_lane_after_lane() => Prop.ForAll(
        Gen.Choose(0, 5_000).ToArbitrary(),
        Gen.Choose(0, 5_000).ToArbitrary(),
        (first, second) =>
        {
            var ledger = new Ledger(Streams, workers: 2);
            var expected = Fill(ledger.Lane(0), first).Concat(Fill(ledger.Lane(1), second)).ToList();
            return ledger.Count == first + second && ledger.Entries.SequenceEqual(expected);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(20));

    [Fact]
    public async Task Lanes_are_written_at_the_same_time()
    {
        const int Workers = 8;
        var ledger = new Ledger(Streams, Workers);
        var expected = await Task.WhenAll(Enumerable.Range(0, Workers).Select(w => Task.Run(() => Fill(ledger.Lane(w), 20_000))));

        ledger.Count.ShouldBe(Workers * 20_000);
        ledger.Entries.SequenceEqual(expected.SelectMany(e => e)).ShouldBeTrue();
    }

    [Fact]
    public void A_request_that_was_never_settled_has_an_unknown_outcome()
    {
        var ledger = new Ledger(Streams, workers: 1);
        var eventId = Guid.NewGuid();
        ledger.Lane(0).Send(eventId, stream: 1, amount: 9);

        ledger.Entries.ShouldBe([new LedgerEntry(eventId, 0, 9, 1, LedgerOutcome.Unknown)]);
    }

    [Fact]
    public void A_request_is_settled_once()
    {
        var lane = new Ledger(Streams, workers: 1).Lane(0);
        Should.Throw<InvalidOperationException>(() => lane.Acknowledge(1));
        lane.Send(Guid.NewGuid(), stream: 0, amount: 1);
        lane.Conflict();

        Should.Throw<InvalidOperationException>(lane.Fail);
    }

    [Fact]
    public void A_stream_that_the_step_does_not_write_to_is_refused() =>
        Should.Throw<ArgumentOutOfRangeException>(() => new Ledger(Streams, workers: 1).Lane(0).Send(Guid.NewGuid(), stream: 2, amount: 1));

    [Fact]
    public void A_stream_that_is_there_twice_is_refused() =>
        Should.Throw<ArgumentException>(() => new Ledger([Streams[0], Streams[0]], workers: 1));

    [Fact]
    public void An_event_takes_40_bytes() =>
        System.Runtime.CompilerServices.Unsafe.SizeOf<LedgerEntry>().ShouldBe(40);

    private static List<LedgerEntry> Fill(LedgerLane lane, int count)
    {
        var entries = new List<LedgerEntry>();
        for (var i = 0; i < count; i++)
        {
            var entry = new LedgerEntry(Guid.NewGuid(), 0, i, i % Streams.Length, (LedgerOutcome)(i % 4));
            lane.Send(entry.EventId, entry.Stream, entry.Amount);
            entries.Add(Settle(lane, entry, version: i + 1));
        }

        return entries;
    }

    private static LedgerEntry Settle(LedgerLane lane, LedgerEntry entry, long version)
    {
        switch (entry.Outcome)
        {
            case LedgerOutcome.Acknowledged:
                lane.Acknowledge(version);
                return entry with { Version = version };
            case LedgerOutcome.Conflict:
                lane.Conflict();
                return entry;
            case LedgerOutcome.Error:
                lane.Fail();
                return entry;
            default:
                return entry;
        }
    }
}
