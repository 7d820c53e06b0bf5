namespace EventSourcingBench.Tests;

public abstract class PostgresStoreTest(TimeSpan limit, StoreDefinition definition) : ServerStoreTest((int)limit.TotalSeconds)
{
    protected StoreDefinition Definition { get; } = definition;

    protected string ConnectionString { get; set; } = "";

    public override async ValueTask InitializeAsync() => ConnectionString =
        new NpgsqlConnectionStringBuilder(await PostgresTestServer.ConnectAsync(Limit)) { ApplicationName = Namespace }.ConnectionString;

    protected StoreContext Context(params (string Key, string Value)[] options) => ContextOf(Definition, ConnectionString, options);

    protected Task<IStore> OpenAsync(params (string Key, string Value)[] options) => OpenOneOfAsync(Definition, options);

    protected Task<IStore> OpenOneOfAsync(StoreDefinition definition, params (string Key, string Value)[] options) =>
        OpenAsync(definition, ContextOf(definition, ConnectionString, options));

    protected Task<List<RecordedEvent>> TakeAsync(IStore store, int count) =>
        store.Subscription!.ReadUntilAsync(Checkpoint.Start, (events, _) => events.Count >= count, Limit);

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
