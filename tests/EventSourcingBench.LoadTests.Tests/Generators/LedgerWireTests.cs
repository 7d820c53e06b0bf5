using FsCheck;
using FsCheck.Fluent;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class LedgerWireTests
{
    [Fact]
    public void What_one_process_settled_another_reads() => Prop.ForAll(
        ArbMap.Default.ArbFor<(Guid Id, long Version, int Amount, byte Outcome)[]>(),
        entries =>
        {
            var sent = entries.Select((e, i) => new LedgerEntry(e.Id, e.Version, e.Amount, i % 3, (LedgerOutcome)(e.Outcome % 4))).ToList();
            ReadBack(sent).ShouldBe(sent);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void More_than_one_batch_is_read() =>
        ReadBack([.. Enumerable.Range(1, 2_500).Select(i => new LedgerEntry(Guid.NewGuid(), i, i, 0, LedgerOutcome.Acknowledged))]).Count.ShouldBe(2_500);

    [Fact]
    public async Task A_ledger_that_breaks_off_is_no_ledger()
    {
        using var stream = new MemoryStream(new byte[40]);

        await Should.ThrowAsync<EndOfStreamException>(LedgerWire.ReadAsync(stream, TestContext.Current.CancellationToken));
    }

    private static IReadOnlyList<LedgerEntry> ReadBack(List<LedgerEntry> entries)
    {
        var ledger = new Ledger([new("a", "A"), new("b", "B"), new("c", "C")], workers: 1);
        entries.ForEach(e => ledger.Lane(0).TakeOver(e));
        using var stream = new MemoryStream();
        LedgerWire.WriteAsync(ledger, stream, TestContext.Current.CancellationToken).GetAwaiter().GetResult();
        stream.Position = 0;
        return LedgerWire.ReadAsync(stream, TestContext.Current.CancellationToken).GetAwaiter().GetResult();
    }
}
