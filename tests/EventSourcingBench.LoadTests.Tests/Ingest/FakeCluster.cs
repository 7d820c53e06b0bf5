namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A server of several nodes.</summary>
internal sealed class FakeCluster(bool canKill, Func<string> kill) : ProvisionedServer
{
    public override bool CanKillNode => canKill;

    public override Task<string> KillNodeAsync(CancellationToken cancellationToken = default) => Task.FromResult(kill());

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
