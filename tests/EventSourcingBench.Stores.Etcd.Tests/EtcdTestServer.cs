using System.Net.Http.Json;
using EventSourcingBench.Stores.Etcd.Tests;

[assembly: AssemblyFixture(typeof(EtcdTestServer))]

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one-node etcd of most tests.</summary>
public sealed class EtcdTestServer() : AssemblyServer<EtcdTestServer>("etcd")
{
    private static readonly StoreDefinition Definition = new EtcdPlugin().Stores.Single();

    /// <summary>Opens a store in a separate namespace, on the one-node etcd unless another server is given.</summary>
    public static async Task<IStore> OpenAsync(CancellationToken cancellationToken, string? server = null) =>
        await Definition.OpenAsync(
            Definition.NewContext(
                Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
                server ?? await ConnectAsync(cancellationToken)),
            cancellationToken);

    /// <summary>Calls the first node's JSON gateway.</summary>
    public static async Task<string> CallAsync(string server, string path, object body, CancellationToken cancellationToken)
    {
        using var http = new HttpClient();
        using var answer = await http.PostAsJsonAsync($"{server.Split(',')[0]}/v3/{path}", body, cancellationToken);
        var text = await answer.Content.ReadAsStringAsync(cancellationToken);
        answer.IsSuccessStatusCode.ShouldBeTrue(text);
        return text;
    }
}
