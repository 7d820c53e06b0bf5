using EventSourcingBench.Stores.Etcd.Tests;

[assembly: AssemblyFixture(typeof(EtcdTestServer))]

namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one-node etcd of most tests.</summary>
public sealed class EtcdTestServer() : AssemblyServer<EtcdTestServer>("etcd")
{
    public static StoreDefinition Definition { get; } = new EtcdPlugin().Stores.Single();

    /// <summary>A context in a separate namespace.</summary>
    public static StoreContext Context(string connectionString) => new()
    {
        Namespace = "t" + Guid.NewGuid().ToString("N"),
        DataFolder = Directory.CreateDirectory(Path.Combine(Folder, Guid.NewGuid().ToString("N"))).FullName,
        ConnectionString = connectionString,
        Options = StoreOptions.Create(Definition.Options, new Dictionary<string, string>()),
    };
}
