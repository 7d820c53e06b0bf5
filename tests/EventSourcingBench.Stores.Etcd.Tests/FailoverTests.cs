namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Nodes of the test's own, all of which and then their leader are killed while events are appended, projected and subscribed
/// to.</summary>
public sealed class FailoverTests(ITestOutputHelper output) : LimitedTest(seconds: 120)
{
    // A name that etcd does not know: tests that run beside this one start servers with this process's environment.
    private const string Setting = "ETCD_SETTING_OF_A_TEST";

    protected override ValueTask EndAsync()
    {
        Environment.SetEnvironmentVariable(Setting, null);
        return base.EndAsync();
    }

    [Fact]
    public async Task Nothing_acknowledged_is_lost_when_all_nodes_or_the_leader_are_killed_and_they_take_no_setting_from_this_process()
    {
        Environment.SetEnvironmentVariable(Setting, "true");
        await using var own = new TestServer("etcd", nodes: 3);
        var server = await own.AcquireAsync(Limit);
        Assert.SkipUnless(server.CanKillNode, $"The server ({server.Origin}) is not ours to kill.");
        server.ProcessIds.Distinct().Count(Waiting.IsAlive).ShouldBe(3, "memory and CPU are those of all nodes");
        server.ConnectionString.ShouldMatch(@"\Ahttp://127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\z");
        await using var store = await EtcdTestServer.OpenAsync(Limit, server.ConnectionString);
        var before = await store.DescribeAsync(Limit);
        before.Durability.ShouldBe(DurabilityTier.Replicated, before.DurabilityReason);
        before.DurabilityReason.ShouldContain("2 of them");
        var observer = new RecordingObserver();
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), observer, Limit);

        await using var load = new AppendLoad(store, Limit);
        await load.UntilAcknowledgedAsync(300);
        await server.KillAndRestartAsync(Limit);
        server.ProcessIds.Distinct().Count(Waiting.IsAlive).ShouldBe(3);
        if (OperatingSystem.IsLinux())
            (await File.ReadAllTextAsync($"/proc/{server.ProcessIds[0]}/environ", Limit)).ShouldNotContain(Setting);

        await load.UntilAcknowledgedAsync(300);
        (await server.KillNodeAsync(Limit)).ShouldMatch(@"\Anode\d, the leader, was killed");
        server.CanKillNode.ShouldBeFalse("of three nodes two are needed");
        await load.UntilAcknowledgedAsync(300);

        await load.EndAsync();
        var all = await load.VerifyAsync();
        all.Select(e => e.Position).ShouldBe(Enumerable.Range(1, all.Count).Select(p => (long?)p));
        await load.UntilAsync(() => observer.Rows.Count > load.Acknowledged.Count);
        load.Acknowledged.Except(observer.Rows.Select(r => r.Row.EventId)).ShouldBeEmpty("acknowledged and not projected");
        running.Completion.IsCompleted.ShouldBeFalse();
        var after = await store.DescribeAsync(Limit);
        after.Durability.ShouldBe(DurabilityTier.Buffered, "the killed member cannot be looked at any more");
        after.DurabilityReason.ShouldContain("does not show");
        output.WriteLine($"{load.Acknowledged.Count} acknowledged, longest pause {load.LongestPause.TotalMilliseconds:0} ms");
    }
}
