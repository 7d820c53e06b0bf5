using EventSourcingBench.Stores.UmaDb.Tests;

[assembly: AssemblyFixture(typeof(UmaDbTestServer))]

// The server has one log: what another test appended meanwhile would be this test's too.
[assembly: CollectionBehavior(DisableTestParallelization = true)]

namespace EventSourcingBench.Stores.UmaDb.Tests;

public sealed class UmaDbTestServer() : AssemblyServer<UmaDbTestServer>("umadb")
{
    private static readonly StoreDefinition Definition = new UmaDbStorePlugin().Stores.Single();

    /// <summary>Opens a store in a namespace, on the server of all tests unless another is given.</summary>
    public static async Task<IStore> OpenAsync(string ns, CancellationToken limit, string? address = null, string? folder = null) =>
        await Definition.OpenAsync(
            Definition.NewContext(folder ?? Folder, address ?? await ConnectAsync(limit)) with { Namespace = ns }, limit);
}

public sealed class UmaDbUnderTest() : PluginUnderTest<UmaDbStorePlugin>("dcb-umadb")
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await UmaDbTestServer.ConnectAsync(cancellationToken);
}

public sealed class UmaDbBoundaries : DcbConformance<UmaDbUnderTest>;
