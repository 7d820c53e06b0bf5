namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A test of the store <c>postgres</c>, or of another one of its plug-in.</summary>
public abstract class PostgresTest(string name = "postgres") : PostgresStoreTest(TimeSpan.FromSeconds(60), Named(name))
{
    protected static EventData Event(string json = "{}") => new(Guid.CreateVersion7(), "Tested", Encoding.UTF8.GetBytes(json));

    internal static StoreDefinition Named(string name) => new PostgresPlugin().Stores.Single(s => s.Name == name);

    protected Task<AppendResult> AppendAsync(IStore store, StreamId stream, params EventData[] events) =>
        store.Events!.AppendAsync(stream, ExpectedVersion.Any, events, Limit).AsTask();

    /// <summary>Appends an event, with or without streams, and returns its id.</summary>
    protected async Task<Guid> AppendOneAsync(IStore store)
    {
        var data = Event();
        await (store.Dcb is { } dcb ? dcb.AppendAsync([new DcbEvent(data, ["x"])], condition: null, Limit).AsTask()
            : (Task)AppendAsync(store, new StreamId("s"), data));
        return data.Id;
    }

    protected async Task<long> CountAsync(string what, string where = "true") =>
        (long)(await ScalarAsync($"SELECT {what} FROM \"{Namespace}\".events WHERE {where}"))!;

    /// <summary>The feed's order is that of transactions: within a stream it must be the order of versions.</summary>
    protected async Task ShouldBeWholeAndInOrderAsync(IStore store, int count)
    {
        var all = await TakeAsync(store, count);
        all.Count.ShouldBe(count);
        all.Select(e => e.Id).ShouldBeUnique();
        foreach (var stream in all.GroupBy(e => e.Stream))
            stream.ToList().ShouldBeContiguous();
    }
}
