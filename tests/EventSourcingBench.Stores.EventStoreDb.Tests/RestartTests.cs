namespace EventSourcingBench.Stores.EventStoreDb.Tests;

/// <summary>The server is killed at work and started again on the same data and port.</summary>
public class RestartTests : ServerLossConformance
{
    protected override Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync() =>
        new TestServer(LogServer.Kind).StartAsync(Limit);

    protected override Task<IStore> OpenAsync() => LogTestServer.OpenAsync(Server.ConnectionString, Limit);
}

public sealed class UnaryRestartTests : RestartTests
{
    protected override Task<IStore> OpenAsync() => LogTestServer.OpenAsync(Server.ConnectionString, Limit, ("append", "unary"));
}
