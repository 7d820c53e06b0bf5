namespace EventSourcingBench.Tests;

/// <summary>A server that is killed at work and started again on the same data.</summary>
public sealed class RestartTests : RestartConformance
{
    protected override bool ObservesEverySave => false;

    protected override Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync() => new TestServer("mongodb").StartAsync(Limit);

    protected override Task<IStore> OpenAsync()
    {
        var definition = new Plugin().Stores.Single();
        return definition.OpenAsync(definition.NewContext(Path.GetTempPath(), Server.ConnectionString), Limit);
    }
}
