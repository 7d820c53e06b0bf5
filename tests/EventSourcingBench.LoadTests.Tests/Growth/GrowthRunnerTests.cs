using EventSourcingBench.Abstractions;
using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;
using EventSourcingBench.Stores.Memory;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class GrowthRunnerTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(500)]
    public async Task An_honest_store_is_verified(int background)
    {
        var record = await RunAsync(store => new LyingStore(store), background);

        record.Verdict.Passed.ShouldBeTrue(record.Verdict.Text);
        record.Growth!.Samples.Count.ShouldBe(3);

        // 6,000 to fill it, 100 of short streams, 220 at each sample.
        var beside = record.Operations.Where(o => o.Operation == GrowthStep.BackgroundOperation).Sum(o => o.ServiceTime.Count);
        record.Verdict.Acknowledged.ShouldBe(6_000 + 100 + (3 * 220) + beside);
        (beside > 0).ShouldBe(background > 0);
    }

    [Fact]
    public Task Reads_that_show_nothing_above_version_1_are_found() =>
        IsFoundAsync(FindingKind.StaleRead, store => new LyingStore(store) { Reads = (from, e) => from > 1 ? null : e });

    [Fact]
    public Task Reads_that_leave_an_event_out_are_found() => IsFoundAsync(
        FindingKind.Misplaced, store => new LyingStore(store) { Reads = (from, e) => IsEighth(from, e) ? null : e });

    [Fact]
    public Task Reads_that_show_other_data_are_found() => IsFoundAsync(
        FindingKind.ContentChanged,
        store => new LyingStore(store) { Reads = (from, e) => IsEighth(from, e) ? BulkWorld.Recorded(e, e.Version, "{}"u8.ToArray()) : e });

    [Fact]
    public Task A_subscription_that_drops_every_second_event_after_a_checkpoint_is_found() => IsFoundAsync(
        FindingKind.SubscriptionMissed,
        store => new LyingStore(store) { Delivers = (after, index, e) => after != Checkpoint.Start && index % 2 == 1 ? null : e });

    [Fact]
    public Task A_read_model_without_rows_is_found() =>
        IsFoundAsync(FindingKind.RowMissing, store => new LyingStore(store) { Keeps = (_, _) => false });

    [Fact]
    public Task A_read_model_without_one_row_is_found() =>
        IsFoundAsync(FindingKind.RowMissing, store => new LyingStore(store) { Keeps = (index, _) => index != 5_000 });

    // In the middle of the timed reads of a long stream.
    private static bool IsEighth(long from, RecordedEvent e) => from > 1 && e.Version == from + 7;

    private async Task IsFoundAsync(FindingKind kind, Func<IStore, IStore> lie)
    {
        var record = await RunAsync(lie, background: 0);

        record.Verdict.Passed.ShouldBeFalse();
        record.Verdict[kind].ShouldBeGreaterThan(0, record.Verdict.Text);
        record.Verdict.Text.ShouldStartWith("FAILED: ");
    }

    private async Task<StepRecord> RunAsync(Func<IStore, IStore> lie, int background)
    {
        var memory = new MemoryStorePlugin().Stores[0];
        var entry = new StoreEntry
        {
            Name = memory.Name,
            Summary = memory.Summary,
            PluginName = "test",
            Definition = memory with { OpenAsync = async (context, cancel) => lie(await memory.OpenAsync(context, cancel)) },
        };
        var target = new StoreTarget(entry, Server: null, new Dictionary<string, string>(), _folder.Path, [], Keep: false);
        await using var store = new DirectStore(target);
        var workload = WorkloadFile.Load("growth", "smoke").With(GrowthParameters.Background, FormattableString.Invariant($"{background}"));
        var step = new Step(1, Suite.Find("growth"), workload, memory.Name, Trial: 1, Copies: null, Rate: null) { Seed = 7 };
        return await new StepRunner(step, store, TestTools.With()).RunAsync(TestContext.Current.CancellationToken);
    }
}
