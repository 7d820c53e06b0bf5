using EventSourcingBench.Conformance;
using EventSourcingBench.Hosting;

namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>A server of one test's own, which it may kill and start again on the same data and port.</summary>
internal sealed class OwnServer : IKillableServer
{
    private readonly EventStoreBinary _binary;
    private readonly string _folder;
    private readonly int _port = FreePorts.Take();
    private readonly int _replicationPort = FreePorts.Take();
    private SupervisedProcess? _process;

    private OwnServer(EventStoreBinary binary)
    {
        _binary = binary;
        _folder = Directory.CreateDirectory(Path.Combine(LogTestServer.Folder, "server-" + Guid.NewGuid().ToString("N"))).FullName;
    }

    public string ConnectionString => $"{(LogTestServer.Definition.Server == EventStoreBinary.KurrentDb ? "kurrentdb" : "esdb")}://127.0.0.1:{_port}?tls=false";

    public static async Task<OwnServer> StartAsync(CancellationToken cancellationToken)
    {
        var (binary, unavailable) = EventStoreBinary.Find(LogTestServer.Definition.Server!);
        Assert.SkipWhen(binary is null, $"{unavailable} A server that may be killed is needed.");
        var server = new OwnServer(binary);
        await server.RestartAsync(cancellationToken);
        return server;
    }

    public async Task KillAsync()
    {
        _process!.Kill();
        await _process.Exited;
    }

    public async Task RestartAsync(CancellationToken cancellationToken)
    {
        var start = await EventStoreProcess.StartAsync(_binary, _folder, _port, _replicationPort, null, cancellationToken);
        _process = start.Process ?? throw new InvalidOperationException(start.LastWords);
    }

    public ValueTask DisposeAsync() => _process!.DisposeAsync();
}
