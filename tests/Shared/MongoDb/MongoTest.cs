[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Tests;

public sealed class MongoTestServer() : AssemblyServer<MongoTestServer>("mongodb");

/// <summary>Stores on a real MongoDB; skipped with the reason where there is no server.</summary>
public abstract class MongoTest() : ServerStoreTest(seconds: 120)
{
    protected static StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    protected StoreContext Context(string? connectionString) => ContextOf(Definition, connectionString);

    protected async Task<IStore> OpenAsync(params (string Key, string Value)[] options) =>
        await OpenAsync(Definition, ContextOf(Definition, await MongoTestServer.ConnectAsync(Limit), options));
}
