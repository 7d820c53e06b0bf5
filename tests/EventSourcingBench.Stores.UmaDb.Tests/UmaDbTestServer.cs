using EventSourcingBench.Stores.UmaDb.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

public sealed class UmaDbTestServer() : AssemblyServer<UmaDbTestServer>("umadb")
{
    public static StoreDefinition Definition { get; } = new UmaDbStorePlugin().Stores.Single();

    public static StoreContext Context(string ns, string folder, string address) =>
        Definition.NewContext(folder, address) with { Namespace = ns };
}

public sealed class UmaDbUnderTest() : PluginUnderTest<UmaDbStorePlugin>("dcb-umadb")
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await UmaDbTestServer.ConnectAsync(cancellationToken);
}

public sealed class UmaDbBoundaries : DcbConformance<UmaDbUnderTest>;
