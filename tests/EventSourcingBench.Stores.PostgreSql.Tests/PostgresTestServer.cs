using EventSourcingBench.Hosting;
using EventSourcingBench.Stores.PostgreSql.Tests;

[assembly: AssemblyFixture(typeof(PostgresTestServer))]

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>
/// The server of all tests of an assembly: the one of <c>EVENTSOURCINGBENCH_POSTGRES</c>, else one started from this
/// machine's binaries when a test first asks, stopped at the end; else the tests are skipped with the reason.
/// </summary>
public sealed class PostgresTestServer : IAsyncLifetime
{
    private static PostgresTestServer? _current;
    private RunWorkFolder? _folder;
    private ServerPool? _pool;

    public static async ValueTask<string> ConnectAsync(CancellationToken cancellationToken)
    {
        var pool = _current!._pool!;
        if (await pool.CheckAsync("postgres", cancellationToken) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return (await pool.AcquireAsync("postgres", cancellationToken)).ConnectionString;
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
        _folder!.Dispose();
    }
}
