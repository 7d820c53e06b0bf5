using EventSourcingBench.Hosting;

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>A server of one test's own, which it may kill and start again on the same data and ports.</summary>
internal sealed class OwnServer : IKillableServer
{
    private readonly string _binary;
    private readonly string _folder = Directory.CreateDirectory(Path.Combine(EtcdTestServer.Folder, "server-" + Guid.NewGuid().ToString("N"))).FullName;
    private readonly EtcdNode _node = new("node1", FreePorts.Take(), FreePorts.Take());
    private readonly List<SupervisedProcess> _killed = [];

    private readonly string[] _flags;

    private OwnServer(string binary, string[] flags) => (_binary, _flags) = (binary, [.. EtcdSettings.Flags, .. flags]);

    public string ConnectionString => "http://" + _node.Authority;

    public static async Task<OwnServer> StartAsync(CancellationToken cancellationToken, params string[] flags)
    {
        var binary = EtcdBinary.Find();
        Assert.SkipWhen(binary is null, "There is no etcd on this machine (Debian and Ubuntu: apt-get install etcd-server). A server that may be killed is needed.");
        var server = new OwnServer(binary, flags);
        await server.RestartAsync(cancellationToken);
        return server;
    }

    public async Task KillAsync()
    {
        _node.Process!.Kill();
        await _node.Process.Exited;
        _killed.Add(_node.Process);
    }

    public async Task RestartAsync(CancellationToken cancellationToken)
    {
        await _node.StartAsync(_binary, _folder, [_node.Member], _flags, folderToRemove: null, cancellationToken);
        (await _node.ServesAsync(cancellationToken)).ShouldBeTrue(_node.LastWords);
    }

    /// <summary>As the server does when its quota is used up: it takes no more puts.</summary>
    public async Task RaiseNoSpaceAsync(CancellationToken cancellationToken)
    {
        using var http = new HttpClient();
        using var alarm = new StringContent("""{"action":"ACTIVATE","alarm":"NOSPACE"}""");
        using var answer = await http.PostAsync(ConnectionString + "/v3/maintenance/alarm", alarm, cancellationToken);
        answer.EnsureSuccessStatusCode();
    }

    public async ValueTask DisposeAsync()
    {
        await _node.DisposeAsync();
        await Task.WhenAll(_killed.Select(p => p.DisposeAsync().AsTask()));
    }
}
