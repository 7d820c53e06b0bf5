namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>Servers of a test that are killed (SIGKILL) while events are appended, and what was acknowledged then. Killing spares the
/// page cache: this is the crash of the process, not of the power.</summary>
public sealed class CrashTests : RestartConformance
{
    internal static Task<IStore> OpenAsync(ProvisionedServer server, CancellationToken cancellationToken)
    {
        var definition = PostgresTest.Named(server.Kind);
        var context = definition.NewContext("", server.ConnectionString) with { Namespace = "crash", KeepData = true };
        return definition.OpenAsync(context, cancellationToken);
    }

    protected override bool ObservesEverySave => false;

    protected override Task<(ProvisionedServer Server, IAsyncDisposable Owner)> StartAsync() =>
        new TestServer("postgres").StartAsync(Limit);

    protected override Task<IStore> OpenAsync() => OpenAsync(Server, Limit);
}

public sealed class FailoverTests(ITestOutputHelper output) : LimitedTest(seconds: 120)
{
    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_the_primary_is_killed()
    {
        await using var own = new TestServer("postgres-replicated", nodes: 3);
        var server = await own.AcquireAsync(Limit);
        Assert.SkipUnless(server.CanKillNode, $"The server ({server.Origin}) is not ours to kill.");
        await using var store = await CrashTests.OpenAsync(server, Limit);
        var before = await store.DescribeAsync(Limit);
        before.Durability.ShouldBe(DurabilityTier.Replicated, before.DurabilityReason);
        before.DurabilityReason.ShouldContain("2 of 3 nodes");

        await using var load = new AppendLoad(store, Limit);
        await load.UntilAcknowledgedAsync(500);
        output.WriteLine(await server.KillNodeAsync(Limit));
        await load.UntilAcknowledgedAsync(500);
        await load.EndAsync();

        await load.VerifyAsync();
        var after = await store.DescribeAsync(Limit);
        after.Durability.ShouldBe(DurabilityTier.Replicated, after.DurabilityReason);
        output.WriteLine($"{load.Acknowledged.Count} acknowledged, longest pause {load.LongestPause.TotalMilliseconds:0} ms");
    }
}
