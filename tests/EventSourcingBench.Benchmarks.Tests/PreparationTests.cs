namespace EventSourcingBench.Benchmarks.Tests;

public sealed class PreparationTests
{
    private static readonly DataSet Data = new(1_200, 2);

    [Theory]
    [InlineData("memory", 0)]
    [InlineData("sqlite", 0)]
    // What an earlier try left is completed.
    [InlineData("memory", 700)]
    public async Task A_stream_is_written_once(string name, int there)
    {
        await using var store = await OpenedStore.OpenAsync(name);
        if (there > 0)
            await store.Events.AppendAsync(Data.Stream, ExpectedVersion.NoStream, [.. Data.After(0).Take(there)], Cancel);

        await Preparation.EnsureStreamAsync(store.Events, Data, Cancel);
        await Preparation.EnsureStreamAsync(store.Events, Data, Cancel);
        (await store.Events.ReadStreamAsync(Data.Stream, cancellationToken: Cancel).Select(e => e.Id).ToListAsync(Cancel))
            .ShouldBe(Data.After(0).Select(e => e.Id));
    }

    [Fact]
    public async Task A_stream_that_is_too_long_is_not_taken_for_the_data_set()
    {
        await using var store = await OpenedStore.OpenAsync("memory");
        var two = new DataSet(2, 1);
        await store.Events.AppendAsync(two.Stream, ExpectedVersion.NoStream, [.. new DataSet(3, 1).After(0)], Cancel);
        (await Should.ThrowAsync<InvalidOperationException>(() => Preparation.EnsureStreamAsync(store.Events, two, Cancel)))
            .Message.ShouldContain("more than 2 events");
    }

    [Fact]
    public async Task A_snapshot_and_the_events_after_it_give_the_same_state()
    {
        await using var store = await OpenedStore.OpenAsync("memory");
        await Preparation.EnsureSnapshotAsync(store.Events, Data, Cancel);
        await Preparation.EnsureSnapshotAsync(store.Events, Data, Cancel);
        (await store.Events.ReadStreamAsync(Data.Snapshots, cancellationToken: Cancel).CountAsync(Cancel)).ShouldBe(1);
        var whole = await IdentifierList.LoadAsync(store.Events, Data.Stream, IdentifiersState.Empty, Cancel);
        var quick = await IdentifierList.LoadWithSnapshotAsync(store.Events, Data.Snapshots, Data.Stream, Cancel);
        (quick.Events, quick.Count).ShouldBe((whole.Events, whole.Count));
        quick.Latest.ShouldBe(whole.Latest);
    }
}
