namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Servers that are started from this machine's etcd.</summary>
public sealed class ServerTests() : LimitedTest(seconds: 120)
{
    // A name that etcd does not know: tests that run beside these start servers with this process's environment.
    private const string Setting = "ETCD_SETTING_OF_A_TEST";

    protected override ValueTask EndAsync()
    {
        Environment.SetEnvironmentVariable(Setting, null);
        return base.EndAsync();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Killed_and_started_again_all_nodes_have_what_was_written_and_take_no_setting_from_this_process(int nodes)
    {
        Environment.SetEnvironmentVariable(Setting, "true");
        await using var own = new TestServer(EtcdServer.Kind, nodes);
        var server = await own.AcquireAsync(Limit);
        await EtcdTestServer.CallAsync(server.ConnectionString, "kv/put", new { key = "a2V5", value = "a2VwdA==" }, Limit);

        await server.KillAndRestartAsync(Limit);

        server.ProcessIds.Count(Waiting.IsAlive).ShouldBe(nodes);
        (await EtcdTestServer.CallAsync(server.ConnectionString, "kv/range", new { key = "a2V5" }, Limit)).ShouldContain("a2VwdA==");
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the variables of a process.");
        File.ReadAllText($"/proc/{server.ProcessIds[0]}/environ").ShouldNotContain(Setting);
    }
}
