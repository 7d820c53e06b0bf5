[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Tests;

public sealed class MongoTestServer() : AssemblyServer<MongoTestServer>("mongodb");

/// <summary>Stores on a real MongoDB, in a namespace of the test; skipped with the reason where there is no server.</summary>
public abstract class MongoTest() : LimitedTest(seconds: 120)
{
    private readonly List<IStore> _open = [];

    protected static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    protected string Namespace { get; } = "w" + Guid.NewGuid().ToString("N");

    protected override async ValueTask EndAsync()
    {
        foreach (var store in Enumerable.Reverse(_open))
            await store.DisposeAsync();
    }

    protected StoreContext Context(string? connectionString, params (string Key, string Value)[] options) =>
        Definition.NewContext(Path.GetTempPath(), connectionString, options) with { Namespace = Namespace };

    protected async Task<IStore> OpenAsync(params (string Key, string Value)[] options) =>
        await OpenAsync(await MongoTestServer.ConnectAsync(Limit), options);

    protected async Task<IStore> OpenAsync(string connectionString, params (string Key, string Value)[] options)
    {
        var store = await Definition.OpenAsync(Context(connectionString, options), Limit);
        _open.Add(store);
        return store;
    }

    protected async Task WaitForRowsAsync(IRunningProjection running, long rows)
    {
        while (true)
        {
            try
            {
                if ((await running.GetStatusAsync(Limit)).Rows >= rows)
                    return;
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
