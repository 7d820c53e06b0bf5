namespace EventSourcingBench.Stores.Etcd.Tests;

/// <summary>Servers that are started from this machine's etcd.</summary>
public sealed class ServerTests : IDisposable
{
    private const string Kind = "etcd";
    // A name that etcd does not know: tests that run beside these start servers with this process's environment.
    private const string Setting = "ETCD_SETTING_OF_A_TEST";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(Setting, null);
        _work.Dispose();
    }

    [Fact]
    public async Task Three_nodes_elect_another_leader_when_theirs_is_killed_and_leave_nothing_behind()
    {
        await using (var pool = await PoolAsync())
        {
            var server = await pool.AcquireAsync(Kind, 3);
            server.ProcessIds.Distinct().Count(Waiting.IsAlive).ShouldBe(3, "memory and CPU are those of all nodes");
            server.ConnectionString.ShouldMatch(@"\Ahttp://127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\z");

            (await server.KillNodeAsync()).ShouldMatch(@"\Anode\d, the leader, was killed");

            server.CanKillNode.ShouldBeFalse("of three nodes two are needed");
            using var http = new HttpClient();
            await Waiting.UntilAsync(
                () => Hosts(server).Count(h => IsHealthy(http, h)) == 2, "the two that are left serve, which takes a leader");
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Killed_and_started_again_all_nodes_have_what_was_written_and_take_no_setting_from_this_process(int nodes)
    {
        Environment.SetEnvironmentVariable(Setting, "true");
        await using var pool = await PoolAsync();
        var server = await pool.AcquireAsync(Kind, nodes);
        using var http = new HttpClient();
        await AskAsync("put", "{\"key\":\"a2V5\",\"value\":\"a2VwdA==\"}");

        await server.KillAndRestartAsync();

        server.ProcessIds.Count(Waiting.IsAlive).ShouldBe(nodes);
        (await AskAsync("range", "{\"key\":\"a2V5\"}")).ShouldContain("a2VwdA==");
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux shows the variables of a process.");
        File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{server.ProcessIds[0]}/environ")).ShouldNotContain(Setting);

        async Task<string> AskAsync(string what, string body)
        {
            using var content = new StringContent(body);
            using var answer = await http.PostAsync(new Uri($"http://{Hosts(server)[0]}/v3/kv/{what}"), content);
            return await answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync();
        }
    }

    [Fact]
    public async Task Without_a_binary_it_says_what_to_install()
    {
        var kind = EtcdServer.Kind with { Local = EtcdServer.Kind.Local! with { Variables = [], Executables = ["no-such-etcd"] } };
        await using var pool = new ServerPool(Options() with { Kinds = [kind] });
        (await pool.CheckAsync(Kind)).ShouldNotBeNull().Fix.ShouldContain("etcd-server");
    }

    private static string[] Hosts(ProvisionedServer server) => server.ConnectionString["http://".Length..].Split(',');

    private static bool IsHealthy(HttpClient http, string host)
    {
        try
        {
            return http.GetStringAsync(new Uri($"http://{host}/health"), TestContext.Current.CancellationToken).Result
                .Contains("true", StringComparison.Ordinal);
        }
        catch (AggregateException)
        {
            return false;
        }
    }

    private ServerPoolOptions Options() => new() { WorkFolder = _work.Path, Mode = "local" };

    private async Task<ServerPool> PoolAsync()
    {
        var pool = new ServerPool(Options());
        if (await pool.CheckAsync(Kind) is { } unavailable)
        {
            Assert.Skip(unavailable.ToString());
        }

        return pool;
    }
}
