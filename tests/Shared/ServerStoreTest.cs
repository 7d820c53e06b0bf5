namespace EventSourcingBench.Tests;

/// <summary>A separate namespace on a server for each test, and stores that are open in it at the same time.</summary>
public abstract class ServerStoreTest(int seconds) : LimitedTest(seconds)
{
    private readonly List<IStore> _open = [];

    protected string Namespace { get; } = "t" + Guid.NewGuid().ToString("N");

    protected override async ValueTask EndAsync()
    {
        // The one that made the data drops it, so it is closed last.
        foreach (var store in Enumerable.Reverse(_open))
            await store.DisposeAsync();
    }

    protected StoreContext ContextOf(
        StoreDefinition definition, string? connectionString, params (string Key, string Value)[] options) =>
        definition.NewContext(Path.GetTempPath(), connectionString, options) with { Namespace = Namespace };

    protected async Task<IStore> OpenAsync(StoreDefinition definition, StoreContext context)
    {
        _open.Add(await definition.OpenAsync(context, Limit));
        return _open[^1];
    }

    /// <summary>Runs a projection in two stores at once, while both append two events at a time.</summary>
    /// <returns>The rows of its read model.</returns>
    protected async Task<IReadOnlyList<ReadModelRow>> ProjectInTwoHostsAsync(IStore one, IStore two, int appends)
    {
        await using var first = await one.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await using var second = await two.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        for (var i = 0; i < appends; i++)
        {
            await (i % 2 == 0 ? one : two).Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, Sample.Events(2), Limit);
            // Emptied under the other host, which must not go on behind the gap.
            if (i == appends / 2)
                await first.RebuildAsync(Limit);
        }

        await first.HasRowsAsync(2 * appends, Limit);
        (await second.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 2 * appends, 3 * appends));
        first.Completion.IsCompleted.ShouldBeFalse();
        second.Completion.IsCompleted.ShouldBeFalse();
        return await first.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit);
    }
}
