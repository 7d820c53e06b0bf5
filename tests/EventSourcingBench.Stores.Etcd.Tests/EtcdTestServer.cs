using EventSourcingBench.Stores.Etcd.Tests;

[assembly: AssemblyFixture(typeof(EtcdTestServer))]

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one-node etcd of most tests.</summary>
public sealed class EtcdTestServer() : AssemblyServer<EtcdTestServer>("etcd")
{
    public static StoreDefinition Definition { get; } = new EtcdPlugin().Stores.Single();

    /// <summary>Opens a store in a separate namespace.</summary>
    /// <param name="server">The server's connection string. Default: the one-node etcd.</param>
    /// <param name="cancellationToken">Ends the opening.</param>
    public static async Task<IStore> OpenAsync(CancellationToken cancellationToken, string? server = null) =>
        await Definition.OpenAsync(Context(server ?? await ConnectAsync(cancellationToken)), cancellationToken);

    /// <summary>A context in a separate namespace.</summary>
    public static StoreContext Context(string connectionString) => new()
    {
        Namespace = "t" + Guid.NewGuid().ToString("N"),
        DataFolder = Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
        ConnectionString = connectionString,
        Options = StoreOptions.Create(Definition.Options, new Dictionary<string, string>()),
    };
}
