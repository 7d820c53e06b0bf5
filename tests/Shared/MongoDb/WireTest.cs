using System.Text;
using MongoDB.Bson;

namespace EventSourcingBench.Tests;

/// <summary>A double of a server for one test, and stores that are open on it.</summary>
public abstract class WireTest : IAsyncLifetime
{
    private readonly CancellationTokenSource _limit = new(TimeSpan.FromSeconds(60));
    private readonly List<IStore> _open = [];

    protected static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    protected CancellationToken Limit => _limit.Token;

    internal WireServer Server { get; } = new();

    protected string Namespace { get; } = "w" + Guid.NewGuid().ToString("N");

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var store in Enumerable.Reverse(_open))
        {
            await store.DisposeAsync();
        }

        await Server.DisposeAsync();
        _limit.Dispose();
        GC.SuppressFinalize(this);
    }

    protected static EventData Event() => new(Guid.CreateVersion7(), "Tested", Encoding.UTF8.GetBytes("{}"));

    protected StoreContext Context(string? connectionString, params (string Key, string Value)[] options) => new()
    {
        Namespace = Namespace,
        DataFolder = Path.GetTempPath(),
        ConnectionString = connectionString,
        Options = StoreOptions.Create(Definition.Options, options.ToDictionary(o => o.Key, o => o.Value)),
    };

    protected async Task<IStore> OpenAsync(params (string Key, string Value)[] options)
    {
        var store = await Definition.OpenAsync(Context(Server.ConnectionString, options), Limit);
        _open.Add(store);
        return store;
    }

    /// <summary>The commands that the server was sent.</summary>
    internal List<BsonDocument> Sent(Func<BsonDocument, bool> isMeant) => [.. Server.Engine.Commands.ToArray().Where(isMeant)];

    protected async Task<List<RecordedEvent>> ReadAsync(IStore store, StreamId stream) =>
        await store.Events!.ReadStreamAsync(stream, cancellationToken: Limit).ToListAsync(Limit);

    protected async Task WaitForRowsAsync(IRunningProjection running, long rows)
    {
        while (true)
        {
            try
            {
                if ((await running.GetStatusAsync(Limit)).Rows >= rows)
                {
                    return;
                }
            }
            catch (StoreUnavailableException)
            {
                // The server is away for a while: that is the test.
            }

            running.Completion.IsFaulted.ShouldBeFalse(running.Completion.Exception?.ToString());
            await Task.Delay(5, Limit);
        }
    }
}
