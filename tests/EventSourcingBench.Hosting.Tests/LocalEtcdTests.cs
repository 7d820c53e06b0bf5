using System.Globalization;
using System.Net;
using System.Net.Sockets;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting.Tests;

public sealed class LocalEtcdTests : IDisposable
{
    private const string Kind = "etcd";
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public void Dispose() => _work.Dispose();

    [Fact]
    public async Task Three_nodes_elect_another_leader_when_theirs_is_killed_and_leave_nothing_behind()
    {
        SkipWithoutServer();
        await using (var pool = new ServerPool(Options()))
        {
            (await pool.CheckAsync(Kind)).ShouldBeNull();
            var server = await pool.AcquireAsync(Kind, 3);
            (await pool.AcquireAsync(Kind, 3)).ShouldBeSameAs(server);
            server.Nodes.ShouldBe(3);
            server.ProcessIds.Distinct().Count(Waiting.IsAlive).ShouldBe(3, "memory and CPU are those of all nodes");
            server.ConnectionString.ShouldMatch(@"\Ahttp://127\.0\.0\.1:\d+,127\.0\.0\.1:\d+,127\.0\.0\.1:\d+\z");
            var process = server.ProcessId.ShouldNotBeNull();
            Waiting.IsAlive(process).ShouldBeTrue();
            server.CanKillNode.ShouldBeTrue();

            var said = await server.KillNodeAsync();

            said.ShouldMatch(@"\Anode\d, the leader, was killed");
            server.CanKillNode.ShouldBeFalse("of three nodes two are needed");
            await Should.ThrowAsync<NotSupportedException>(() => server.KillNodeAsync());
            using var http = new HttpClient();
            await Waiting.UntilAsync(
                () => Hosts(server).Count(h => IsHealthy(http, h)) == 2, "the two that are left serve, which takes a leader");
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Killed_and_started_again_all_nodes_have_what_was_written(int nodes)
    {
        SkipWithoutServer();
        await using (var pool = new ServerPool(Options()))
        {
            var server = await pool.AcquireAsync(Kind, nodes);
            using var http = new HttpClient();
            await AskAsync("put", "{\"key\":\"a2V5\",\"value\":\"a2VwdA==\"}");
            var before = server.ProcessIds;

            await server.KillAndRestartAsync();

            before.ShouldAllBe(id => !Waiting.IsAlive(id));
            server.ProcessIds.Count(Waiting.IsAlive).ShouldBe(nodes);
            (await AskAsync("range", "{\"key\":\"a2V5\"}")).ShouldContain("a2VwdA==");

            async Task<string> AskAsync(string what, string body)
            {
                using var content = new StringContent(body);
                using var answer = await http.PostAsync(new Uri($"http://{Hosts(server).First()}/v3/kv/{what}"), content);
                return await answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync();
            }
        }

        Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task One_node_is_a_server_as_any_other()
    {
        SkipWithoutServer();
        await using var pool = new ServerPool(Options());
        var server = await pool.AcquireAsync(Kind);
        server.Nodes.ShouldBe(1);
        server.CanKillNode.ShouldBeFalse();
        await Should.ThrowAsync<NotSupportedException>(() => server.KillNodeAsync());
    }

    [Fact]
    public async Task A_port_that_was_taken_meanwhile_is_given_up_for_another()
    {
        SkipWithoutServer();
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var taken = ((IPEndPoint)other.LocalEndpoint).Port;
        var ports = new Queue<int>([taken]);
        await using var pool = new ServerPool(
            Options(), new LocalEtcdProvisioner(EtcdBinary.Find, () => ports.TryDequeue(out var port) ? port : FreePorts.Take()));

        var server = await pool.AcquireAsync(Kind);

        Hosts(server).ShouldHaveSingleItem().ShouldNotEndWith($":{taken}");
        Directory.EnumerateDirectories(_work.Path).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task A_binary_that_is_another_program_is_an_error_with_its_name()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("There is no false on Windows.");
        }

        await using var pool = new ServerPool(Options(), new LocalEtcdProvisioner(() => "/bin/false", FreePorts.Take));
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind, 3))).Message.ShouldContain("/bin/false");
    }

    [Theory]
    [InlineData("nowhere", "names {0}, which is not there.")]
    [InlineData("false", "names {0}, which did not start (node1). It said nothing.")]
    public async Task What_is_wrong_with_the_variable_is_said_first(string name, string words)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "There is no false on Windows.");
        var path = Path.Combine(_work.Path, name);
        File.Copy("/bin/false", Path.Combine(_work.Path, "false"));
        var before = Environment.GetEnvironmentVariable("ETCD");
        Environment.SetEnvironmentVariable("ETCD", path);
        try
        {
            await using var pool = new ServerPool(new ServerPoolOptions { WorkFolder = _work.Path });
            var said = (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message;
            said.ShouldStartWith($"ETCD {string.Format(CultureInfo.InvariantCulture, words, path)} No other etcd server: EVENTSOURCINGBENCH_ETCD is not set.");
        }
        finally
        {
            Environment.SetEnvironmentVariable("ETCD", before);
        }
    }

    [Fact]
    public async Task Without_a_binary_it_says_what_to_install()
    {
        await using var pool = new ServerPool(Options(), new LocalEtcdProvisioner(() => null, FreePorts.Take));
        (await pool.CheckAsync(Kind)).ShouldNotBeNull().Fix.ShouldContain("etcd-server");
    }

    private static string[] Hosts(ProvisionedServer server) => server.ConnectionString["http://".Length..].Split(',');

    private static bool IsHealthy(HttpClient http, string host)
    {
        try
        {
            return http.GetStringAsync(new Uri($"http://{host}/health"), TestContext.Current.CancellationToken).Result.Contains("true", StringComparison.Ordinal);
        }
        catch (AggregateException)
        {
            return false;
        }
    }

    private ServerPoolOptions Options() => new() { WorkFolder = _work.Path, Mode = "local" };

    private static void SkipWithoutServer() =>
        Assert.SkipWhen(EtcdBinary.Find() is null, "There is no etcd on this machine (Debian and Ubuntu: apt-get install etcd-server).");
}
