namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>Servers of a test that are killed (SIGKILL) while events are appended, and what was acknowledged then. Killing spares the
/// page cache: this is the crash of the process, not of the power.</summary>
public sealed class CrashTests(ITestOutputHelper output) : LimitedTest(seconds: 120)
{
    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_the_server_is_killed()
    {
        await using var own = new TestServer("postgres");
        var server = await own.AcquireAsync(Limit);
        Assert.SkipUnless(server.CanRestart, $"The server ({server.Origin}) is not ours to kill.");
        await using var store = await OpenAsync(server);
        await using var load = new AppendLoad(store, Limit);
        for (var kill = 0; kill < 2; kill++)
        {
            await load.UntilAcknowledgedAsync(200);
            await server.KillAndRestartAsync(Limit);
        }

        await load.UntilAcknowledgedAsync(200);
        await load.EndAsync();

        load.Failed.ShouldNotBeEmpty();
        await using var again = await OpenAsync(server);
        await load.VerifyAsync(again);
    }

    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_the_primary_is_killed()
    {
        await using var own = new TestServer("postgres-replicated", nodes: 3);
        var server = await own.AcquireAsync(Limit);
        Assert.SkipUnless(server.CanKillNode, $"The server ({server.Origin}) is not ours to kill.");
        await using var store = await OpenAsync(server);
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

    private static Task<IStore> OpenAsync(ProvisionedServer server)
    {
        var definition = new PostgresPlugin().Stores.Single(s => s.Name == server.Kind);
        var context = definition.NewContext("", server.ConnectionString) with { Namespace = "crash", KeepData = true };
        return definition.OpenAsync(context, CancellationToken.None);
    }
}
