using EventSourcingBench.Stores.UmaDb.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

/// <summary>The UmaDB of all tests.</summary>
public sealed class UmaDbTestServer() : AssemblyServer<UmaDbTestServer>("umadb")
{
    public static StoreDefinition Definition { get; } = new UmaDbStorePlugin().Stores.Single();

    public static StoreContext Context(string ns, string folder, string address) => new()
    {
        Namespace = ns,
        DataFolder = folder,
        ConnectionString = address,
        Options = StoreOptions.Create(Definition.Options, new Dictionary<string, string>()),
    };
}
