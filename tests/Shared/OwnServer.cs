namespace EventSourcingBench.Tests;

/// <summary>A server of one test alone, started from this machine's binaries, which it may kill and start again on the same data.</summary>
public sealed class OwnServer : IKillableServer
{
    private readonly RunWorkFolder _folder = RunWorkFolder.Create();
    private readonly ServerPool _pool;
    private ProvisionedServer? _server;

    private OwnServer(ServerKind kind) => _pool = new ServerPool(new ServerPoolOptions { WorkFolder = _folder.Path, Mode = "local", Kinds = [kind] });

    public string ConnectionString => _server!.ConnectionString;

    /// <summary>Starts it; skips the test where there is none.</summary>
    public static async Task<OwnServer> StartAsync(ServerKind kind, CancellationToken cancellationToken)
    {
        var server = new OwnServer(kind);
        if (await server._pool.CheckAsync(kind.Name, cancellationToken) is { } unavailable)
        {
            await server.DisposeAsync();
            Assert.Skip($"{unavailable} A server that may be killed is needed.");
        }

        server._server = await server._pool.AcquireAsync(kind.Name, cancellationToken);
        return server;
    }

    public Task KillAsync() => _server!.KillAsync();

    public Task RestartAsync(CancellationToken cancellationToken) => _server!.RestartAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _pool.DisposeAsync();
        _folder.Dispose();
    }
}
