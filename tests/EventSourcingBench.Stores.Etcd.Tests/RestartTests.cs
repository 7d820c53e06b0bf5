namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>The one server is killed at work and started again on the same data and ports.</summary>
public sealed class RestartTests : ServerLossConformance
{
    protected override Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync() =>
        new TestServer(EtcdServer.Kind).StartAsync(Limit);

    protected override Task<IStore> OpenAsync() => EtcdTestServer.OpenAsync(Limit, Server.ConnectionString);

    // Nothing listens: it is certain that an append was not carried out.
    protected override bool SaysThatItIsGone(Exception failure) => failure is StoreUnavailableException;
}
