using EventSourcingBench.Hosting;
using EventSourcingBench.Stores.MongoDb.Tests;

[assembly: AssemblyFixture(typeof(MongoTestServer))]

namespace EventSourcingBench.Stores.MongoDb.Tests;

/// <summary>
/// The servers of all tests of the assembly. The real one: of <c>EVENTSOURCINGBENCH_MONGODB</c>, else a mongod of this
/// machine, else its tests are skipped with the reason. And the double, which is there always.
/// </summary>
public sealed class MongoTestServer : IAsyncLifetime
{
    private static MongoTestServer? _current;
    private readonly WireServer _double = new();
    private RunWorkFolder? _folder;
    private ServerPool? _pool;

    public static string Double => _current!._double.ConnectionString;

    public static async ValueTask<string> ConnectAsync(CancellationToken cancellationToken)
    {
        var pool = _current!._pool!;
        if (await pool.CheckAsync("mongodb", cancellationToken) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return (await pool.AcquireAsync("mongodb", cancellationToken)).ConnectionString;
    }

    public ValueTask InitializeAsync()
    {
        _folder = RunWorkFolder.Create();
        _pool = new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path });
        _current = this;
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await _pool!.DisposeAsync();
        await _double.DisposeAsync();
        _folder!.Dispose();
    }
}
