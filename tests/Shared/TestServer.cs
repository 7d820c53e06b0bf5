namespace EventSourcingBench.Tests;

/// <summary>
/// The server of all tests of an assembly: the one that the environment names, else one started from this machine's
/// binaries when a test first asks, stopped at the end; else the tests are skipped with the reason.
/// </summary>
/// <param name="kind">The kind of server, such as <c>postgres</c>.</param>
/// <param name="nodes">How many nodes it has. Default: 1.</param>
public sealed class TestServer(string kind, int nodes = 1) : IAsyncDisposable
{
    private readonly RunWorkFolder _folder = RunWorkFolder.Create();
    private ServerPool? _pool;

    /// <summary>A folder that is deleted at the end.</summary>
    public string Folder => _folder.Path;

    /// <summary>The connection string of the running server; skips the test where there is none.</summary>
    public async ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => (await AcquireAsync(cancellationToken)).ConnectionString;

    /// <summary>The running server; skips the test where there is none.</summary>
    public async ValueTask<Abstractions.ProvisionedServer> AcquireAsync(CancellationToken cancellationToken)
    {
        var pool = LazyInitializer.EnsureInitialized(ref _pool, () => new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path }))!;
        if (await pool.CheckAsync(kind, cancellationToken) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return await pool.AcquireAsync(kind, nodes, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        if (_pool is not null)
        {
            await _pool.DisposeAsync();
        }

        _folder.Dispose();
    }
}
