namespace EventSourcingBench.Tests;

/// <summary>The server that the environment names, else one started from this machine's binaries when a test first asks, stopped at the
/// end; else the tests are skipped with the reason.</summary>
public sealed class TestServer(string kind, int nodes = 1) : IAsyncDisposable
{
    private readonly RunWorkFolder _folder = RunWorkFolder.Create();
    private readonly ServerKind? _own;
    private ServerPool? _pool;
    private Task<Unavailable?>? _check;

    /// <summary>A server of one test alone, started from this machine's binaries: the test may kill it.</summary>
    public TestServer(ServerKind own, int nodes = 1)
        : this(own.Name, nodes) => _own = own;

    /// <summary>Where its server comes from, such as <c>local</c>. Default: wherever there is one.</summary>
    public string Mode { get; init; } = ServerPool.Auto;

    public string Folder => _folder.Path;

    public async ValueTask<string> ConnectAsync(CancellationToken cancellationToken) =>
        (await AcquireAsync(cancellationToken)).ConnectionString;

    /// <summary>The running server; skips the test where there is none.</summary>
    public async ValueTask<ProvisionedServer> AcquireAsync(CancellationToken cancellationToken)
    {
        var options = new ServerPoolOptions { WorkFolder = _folder.Path, Mode = Mode };
        var pool = LazyInitializer.EnsureInitialized(
            ref _pool, () => new ServerPool(_own is null ? options : options with { Mode = "local", Kinds = [_own] }))!;
        // Asked once: it starts the server's binary to ask for its version.
        if (await LazyInitializer.EnsureInitialized(ref _check, () => pool.CheckAsync(kind, CancellationToken.None)) is { } unavailable)
        {
            // The caller of one that is a test's own never gets it.
            await (_own is null ? ValueTask.CompletedTask : DisposeAsync());
            Assert.Skip(unavailable.ToString());
        }

        return await pool.AcquireAsync(kind, nodes, cancellationToken);
    }

    /// <summary>The running server and what ends it, this.</summary>
    public async Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync(CancellationToken cancellationToken) =>
        (await AcquireAsync(cancellationToken), this);

    public async ValueTask DisposeAsync()
    {
        if (_pool is not null)
            await _pool.DisposeAsync();

        _folder.Dispose();
    }
}

/// <summary>The server of all tests of an assembly, which is its fixture.</summary>
public abstract class AssemblyServer<TSelf> : IAsyncDisposable
    where TSelf : AssemblyServer<TSelf>
{
    private static TestServer? _current;

    protected AssemblyServer(string kind, int nodes = 1) => _current = new TestServer(kind, nodes);

    public static string Folder => _current!.Folder;

    public static ValueTask<string> ConnectAsync(CancellationToken cancellationToken) => _current!.ConnectAsync(cancellationToken);

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _current!.DisposeAsync();
    }
}
