namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A primary and its standbys that are started from this machine's binaries.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class ReplicatedServerTests() : LocalServerTest("postgres-replicated")
{
    private const string Kind = "postgres-replicated";

    [Fact]
    public async Task Three_nodes_acknowledge_by_majority_come_back_after_a_kill_fail_over_without_loss_and_leave_nothing_behind()
    {
        int primary;
        await using (var pool = await PoolAsync())
        {
            var server = await pool.AcquireAsync(Kind, 3);
            primary = server.ProcessId.ShouldNotBeNull();
            server.ProcessIds.Distinct().Count().ShouldBe(3);
            server.ProcessIds.ShouldAllBe(id => Waiting.IsAlive(id));
            server.ProcessIds[0].ShouldBe(primary);
            (await AskNodesAsync(server, "select pg_is_in_recovery()")).ShouldBe(["False", "True", "True"]);
            (await AskAsync(server, 0, "show synchronous_standby_names")).ShouldBe("ANY 1 (node2, node3)");
            (await AskAsync(
                server,
                0,
                "select string_agg(concat_ws(' ', application_name, state, sync_state), ', ' order by application_name)"
                    + " from pg_stat_replication"))
                .ShouldBe("node2 streaming quorum, node3 streaming quorum");
            await AskAsync(server, 0, "create table kept as select 7 as number");

            await server.KillAndRestartAsync(Limit);

            primary = server.ProcessId.ShouldNotBeNull();
            (await AskAsync(server, 0, "select count(*) from pg_stat_replication where state = 'streaming'")).ShouldBe("2");
            (await AskNodesAsync(server, "select number from kept")).ShouldBe(["7", "7", "7"]);
            server.CanKillNode.ShouldBeTrue();
            await using var store = await CrashTests.OpenAsync(server, Limit);
            (await ReplicatedAsync(store)).ShouldContain("2 of 3 nodes");
            await using var load = new AppendLoad(store, Limit);
            await load.UntilAcknowledgedAsync(500);

            var said = await server.KillNodeAsync(Limit);

            await load.UntilAcknowledgedAsync(500);
            await load.EndAsync();
            await load.VerifyAsync();
            await ReplicatedAsync(store);
            said.ShouldContain("node1");
            Waiting.IsAlive(primary).ShouldBeFalse();
            server.ProcessIds.Count(Waiting.IsAlive).ShouldBe(2, "those of the nodes that are left are known, whoever is the primary");
            server.CanKillNode.ShouldBeFalse("of three nodes two are needed");
            await Should.ThrowAsync<NotSupportedException>(() => server.KillNodeAsync());
            var promoted = await PromotedAsync(server);
            var rule = promoted == 1 ? "ANY 1 (node1, node3)" : "ANY 1 (node1, node2)";
            (await AskAsync(server, promoted, "show synchronous_standby_names")).ShouldBe(rule);

            // It is acknowledged, so that the other follows the new primary.
            await AskAsync(server, promoted, "create table more as select number + 1 as number from kept");
            await Waiting.UntilAsync(
                () => AskAsync(server, 3 - promoted, "select to_regclass('more') is not null").Result == "True",
                "the standby has what the new primary wrote");
        }

        Directory.EnumerateDirectories(Work).ShouldBeEmpty();
    }

    // A reload is in force only when the checkpointer has handled it: a rule that was set that late would not be in force here.
    [Nightly, Fact]
    public async Task A_promoted_node_whose_checkpointer_does_nothing_acknowledges_nothing_alone()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows which process is the checkpointer.");
        await using var pool = await PoolAsync();
        var server = await pool.AcquireAsync(Kind, 3, Limit);
        await AskAsync(server, 0, "create table kept as select 7 as number");
        var checkpointers = server.ProcessIds.Skip(1).Select(node => Child(node, "checkpointer")).ToList();
        var stopped = new List<int>();
        try
        {
            stopped.AddRange(checkpointers);
            await Signals.SendAsync("STOP", checkpointers);
            await server.KillNodeAsync(Limit);
            var promoted = await PromotedAsync(server);
            var other = server.ProcessIds[3 - promoted];
            await Waiting.UntilAsync(() => Child(other, "walreceiver") > 0, "the other standby follows the promoted node");
            int[] follower = [other, .. Children(other)];
            stopped.AddRange(follower);
            await Signals.SendAsync("STOP", follower);

            var commit = AskAsync(server, promoted, "create table alone as select 1 as number");
            while (!commit.IsCompleted && await WaitingCommitsAsync(server, promoted) == "0")
                await Task.Delay(20, Limit);

            commit.IsCompleted.ShouldBeFalse("it was acknowledged, and no standby has it");
            await Signals.SendAsync("CONT", stopped);
            stopped.Clear();
            await commit;
        }
        finally
        {
            await Signals.SendAsync("CONT", stopped);
        }
    }

    [Nightly, Fact]
    public async Task One_node_is_a_server_as_any_other()
    {
        await using var pool = await PoolAsync();
        var server = await pool.AcquireAsync(Kind);
        server.Nodes.ShouldBe(1);
        server.CanKillNode.ShouldBeFalse();
        (await AskAsync(server, 0, "show synchronous_standby_names")).ShouldBe("");
    }

    // Why the store has this tier.
    private async Task<string> ReplicatedAsync(IStore store)
    {
        var description = await store.DescribeAsync(Limit);
        description.Durability.ShouldBe(DurabilityTier.Replicated, description.DurabilityReason);
        return description.DurabilityReason;
    }

    private static Task<string> WaitingCommitsAsync(ProvisionedServer server, int node) =>
        AskAsync(server, node, "select count(*) from pg_stat_activity where wait_event = 'SyncRep'");

    // PostgreSQL's processes say in their command lines what they do. 0 where there is none.
    private static int Child(int node, string what) =>
        Children(node).FirstOrDefault(id => File.ReadAllText($"/proc/{id}/cmdline").Contains(what, StringComparison.Ordinal));

    private static IEnumerable<int> Children(int processId) => File.ReadAllText($"/proc/{processId}/task/{processId}/children")
        .Split(' ', StringSplitOptions.RemoveEmptyEntries)
        .Select(id => int.Parse(id, CultureInfo.InvariantCulture));

    private static async Task<string[]> AskNodesAsync(ProvisionedServer server, string sql) =>
        await Task.WhenAll(Enumerable.Range(0, server.Nodes).Select(n => AskAsync(server, n, sql)));

    private static Task<string> AskAsync(ProvisionedServer server, int node, string sql) => AskAsync(server.ConnectionString, sql, node);

    private static async Task<int> PromotedAsync(ProvisionedServer server) =>
        await AskAsync(server, 1, "select pg_is_in_recovery()") == "False" ? 1 : 2;
}

public sealed class StandbyRuleTests
{
    [Theory]
    [InlineData("", 0, 0)]
    [InlineData("node2", 1, 1)]
    [InlineData("node2, node3", 1, 2)]
    [InlineData("ANY 1 (node2, node3)", 1, 2)]
    [InlineData("any 2 (a,b,c,d)", 2, 4)]
    [InlineData("FIRST 2 (a, b, c)", 2, 3)]
    [InlineData("3 (a, b, c)", 3, 3)]
    [InlineData("node2, \"node (3)\", node4", 1, 3)]
    [InlineData("ANY 1 (*)", 1, null)]
    [InlineData("*", 1, null)]
    public void It_says_how_many_of_how_many(string setting, int acknowledging, int? named) =>
        StandbyRule.Parse(setting).ShouldBe(new StandbyRule(acknowledging, named));
}
