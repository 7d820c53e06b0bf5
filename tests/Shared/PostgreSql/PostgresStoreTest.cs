using Npgsql;

namespace EventSourcingBench.Tests;

/// <summary>A separate namespace for each test of a store on PostgreSQL, and stores that are open in it at the same time.</summary>
public abstract class PostgresStoreTest(TimeSpan limit) : LimitedTest((int)limit.TotalSeconds)
{
    private readonly List<IStore> _open = [];

    protected abstract StoreDefinition Definition { get; }

    protected string Namespace { get; } = "t" + Guid.NewGuid().ToString("N");

    protected string ConnectionString { get; set; } = "";

    public override async ValueTask InitializeAsync() => ConnectionString =
        new NpgsqlConnectionStringBuilder(await PostgresTestServer.ConnectAsync(Limit)) { ApplicationName = Namespace }.ConnectionString;

    protected override async ValueTask EndAsync()
    {
        // The one that made the schema drops it, so it is closed last.
        foreach (var store in Enumerable.Reverse(_open))
            await store.DisposeAsync();
    }

    protected StoreContext Context(params (string Key, string Value)[] options) => ContextOf(Definition, options);

    protected StoreContext ContextOf(StoreDefinition definition, params (string Key, string Value)[] options) =>
        definition.NewContext(Path.GetTempPath(), ConnectionString, options) with { Namespace = Namespace };

    protected Task<IStore> OpenAsync(params (string Key, string Value)[] options) => OpenOneOfAsync(Definition, options);

    protected async Task<IStore> OpenOneOfAsync(StoreDefinition definition, params (string Key, string Value)[] options)
    {
        var store = await definition.OpenAsync(ContextOf(definition, options), Limit);
        _open.Add(store);
        return store;
    }

    protected async Task<List<RecordedEvent>> TakeAsync(IStore store, int count)
    {
        var events = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(Checkpoint.Start, Limit))
        {
            events.AddRange(batch.Events);
            if (events.Count >= count)
                break;
        }

        return events;
    }

    protected Task AtOnceAsync(int times, Func<int, Task> run) =>
        Task.WhenAll(Enumerable.Range(0, times).Select(i => Task.Run(() => run(i), Limit)));

    protected async Task WaitForRowsAsync(IRunningProjection running, long rows)
    {
        while ((await running.GetStatusAsync(Limit)).Rows < rows)
            await Task.Delay(10, Limit);
    }

    protected Task BreakConnectionsAsync() => ExecuteAsync(
        $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{Namespace}' AND pid <> pg_backend_pid()");

    protected Task ExecuteAsync(string sql) => ScalarAsync(sql);

    protected async Task<object?> ScalarAsync(string sql)
    {
        await using var connection = new NpgsqlConnection(ConnectionString);
        await connection.OpenAsync(Limit);
        await using var command = new NpgsqlCommand(sql, connection);
        return await command.ExecuteScalarAsync(Limit);
    }
}
