using EventSourcingBench.Hosting;
using EventSourcingBench.Stores.UmaDb.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>
/// The server of all tests: the one of <c>EVENTSOURCINGBENCH_UMADB</c>, else one started here when a test first asks,
/// stopped at the end; else the tests are skipped with the reason.
/// </summary>
public sealed class UmaDbTestServer : IAsyncLifetime
{
    private static UmaDbTestServer? _current;
    private RunWorkFolder? _folder;
    private ServerPool? _pool;

    public static async ValueTask<string> ConnectAsync(CancellationToken cancellationToken)
    {
        var pool = _current!._pool!;
        if (await pool.CheckAsync("umadb", cancellationToken) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return (await pool.AcquireAsync("umadb", cancellationToken)).ConnectionString;
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
