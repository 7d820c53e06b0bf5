using EventSourcingBench.Stores.PostgreSql.Tests;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A namespace of its own for each test, and stores that are open in it at the same time.</summary>
public abstract class MartenTest : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromMinutes(2));
    private readonly List<IStore> _open = [];

    protected virtual StoreDefinition Definition { get; } = new MartenPlugin().Stores.Single(s => s.Name == "marten");

    protected CancellationToken Limit => _limit.Token;

    protected string Namespace { get; } = "m" + Guid.NewGuid().ToString("N");

    protected string ConnectionString { get; set; } = "";

    public virtual async ValueTask InitializeAsync() => ConnectionString = await PostgresTestServer.ConnectAsync(Limit);

    public virtual async ValueTask DisposeAsync()
    {
        // The one that made the schema drops it, so it is closed last.
        foreach (var store in Enumerable.Reverse(_open))
        {
            await store.DisposeAsync();
        }

        _limit.Dispose();
        GC.SuppressFinalize(this);
    }

    protected StoreContext Context(params (string Key, string Value)[] options) => new()
    {
        Namespace = Namespace,
        DataFolder = Path.GetTempPath(),
        ConnectionString = ConnectionString,
        Options = StoreOptions.Create(Definition.Options, options.ToDictionary(o => o.Key, o => o.Value)),
    };

    protected async Task<IStore> OpenAsync(params (string Key, string Value)[] options)
    {
        var store = await Definition.OpenAsync(Context(options), Limit);
        _open.Add(store);
        return store;
    }

    protected async Task<List<RecordedEvent>> TakeAsync(IStore store, int count, Checkpoint after = default)
    {
        var events = new List<RecordedEvent>();
        await foreach (var batch in store.Subscription!.SubscribeAsync(after, Limit))
        {
            events.AddRange(batch.Events);
            if (events.Count >= count)
            {
                break;
            }
        }

        return events;
    }

    protected async Task ExecuteAsync(string sql)
    {
        await using var connection = new NpgsqlConnection(ConnectionString);
        await connection.OpenAsync(Limit);
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(Limit);
    }

    protected async Task<object?> ScalarAsync(string sql)
    {
        await using var connection = new NpgsqlConnection(ConnectionString);
        await connection.OpenAsync(Limit);
        await using var command = new NpgsqlCommand(sql, connection);
        return await command.ExecuteScalarAsync(Limit);
    }
}
