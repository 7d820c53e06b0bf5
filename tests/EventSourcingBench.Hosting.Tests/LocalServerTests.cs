namespace EventSourcingBench.Hosting.Tests;

/// <summary>Servers from binaries of any kind, shown with one that is a shell script.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class LocalServerTests : TempFolderTest
{
    private const string Name = "test-local";
    private const string Variable = "TEST_LOCAL_BINARY";

    // Says when it serves, keeps a line of each start in its folder, and names the variables that it was given.
    private const string Serving = "echo started >>$2/starts; env >$2/variables; echo serving at $1; exec sleep 300";
    private static readonly string[] Foreign = ["TESTLOCAL_FORCE", "testlocal_lower", "EVENTSOURCINGBENCH_TEST_LOCAL_URL"];
    private readonly RunWorkFolder _work = RunWorkFolder.Create();

    public override void Dispose()
    {
        Array.ForEach([Variable, .. Foreign], name => Environment.SetEnvironmentVariable(name, null));
        _work.Dispose();
        base.Dispose();
    }

    [Fact]
    public async Task It_is_one_node_in_an_empty_folder_with_a_cleaned_environment_keeps_its_data_when_killed_and_leaves_nothing_behind()
    {
        Array.ForEach(Foreign, name => Environment.SetEnvironmentVariable(name, "off"));
        int process;
        await using (var pool = Pool(Spec(Serving)))
        {
            (await pool.CheckAsync(Name)).ShouldBeNull();
            var server = await pool.AcquireAsync(Name);
            (await pool.AcquireAsync(Name)).ShouldBeSameAs(server);
            process = server.ProcessIds.ShouldHaveSingleItem();
            Waiting.IsAlive(process).ShouldBeTrue();
            server.Origin.ShouldBe(Temp.At("server"));
            var variables = File.ReadAllLines(Path.Combine(Folder(server), "variables"));
            variables.ShouldContain("TESTLOCAL_OWN=value");
            variables.ShouldContain($"PATH={Environment.GetEnvironmentVariable("PATH")}");
            variables.ShouldNotContain(v => Foreign.Contains(v.Split('=')[0]));
            server.CanKillNode.ShouldBeFalse();
            await Should.ThrowAsync<NotSupportedException>(() => server.KillNodeAsync());
            (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Name, 3))).Message.ShouldContain("one node only");

            await server.KillAsync();
            Waiting.IsAlive(process).ShouldBeFalse();
            await server.RestartAsync();
            process = server.ProcessIds.ShouldHaveSingleItem();
            Waiting.IsAlive(process).ShouldBeTrue();
            File.ReadAllLines(Path.Combine(Folder(server), "starts")).Length.ShouldBe(2);
        }

        Waiting.IsAlive(process).ShouldBeFalse();
        ShouldBeEmpty();
    }

    [Fact]
    public async Task Of_three_nodes_the_leader_can_be_killed_and_then_no_other()
    {
        // The lowest number that is left leads.
        var alive = new HashSet<int> { 1, 2, 3 };
        var cluster = new ClusterSpec
        {
            Leader = "chief",
            FirstNodeAlone = true,
            IsLeaderAsync = (node, _) => Task.FromResult(node.Number == alive.Min()),
            ReplaceAsync = (left, _) => Task.FromResult($"{left.Count} are left"),
        };
        await using var pool = Pool(Spec(Serving) with { Cluster = cluster });
        var server = await pool.AcquireAsync(Name, 3);
        server.Nodes.ShouldBe(3);
        server.Origin.ShouldEndWith(" (3 nodes)");
        server.ProcessIds.Distinct().Count(Waiting.IsAlive).ShouldBe(3);

        await server.KillAndRestartAsync();
        server.ProcessIds.Count(Waiting.IsAlive).ShouldBe(3);
        var before = server.ProcessIds;
        await server.KillAsync(2);
        server.ProcessIds.Select(Waiting.IsAlive).ShouldBe([true, false, true]);
        await server.RestartAsync();
        server.ProcessIds.Select(Waiting.IsAlive).ShouldBe([true, true, true]);
        server.ProcessIds.Zip(before, (now, then) => now == then).ShouldBe([true, false, true]);
        (await server.KillNodeAsync()).ShouldBe("node1, the chief, was killed (SIGKILL); 2 are left.");

        server.ProcessIds.Select(Waiting.IsAlive).ShouldBe([false, true, true]);
        server.HasLostNode.ShouldBeTrue();
        server.CanKillNode.ShouldBeFalse("of three nodes two are needed");
        await Should.ThrowAsync<NotSupportedException>(() => server.KillNodeAsync());
        await Should.ThrowAsync<NotSupportedException>(() => server.KillAndRestartAsync());

        await pool.DisposeAsync();
        ShouldBeEmpty();
    }

    [Theory]
    [InlineData("echo no room left; exit 3", "{0} did not start. Its last words: no room left.")]
    [InlineData("echo out of luck >&2; echo '   at Some.Method()'; exit 1", "{0} did not start. Its last words: out of luck.")]
    [InlineData("exit 1", "{0} did not start. It said nothing.")]
    public async Task A_server_that_does_not_start_is_quoted_and_leaves_nothing(string script, string message)
    {
        await using var pool = Pool(Spec(script));
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Name))).Message
            .ShouldStartWith(string.Format(CultureInfo.InvariantCulture, message, Temp.At("server")));
        ShouldBeEmpty();
    }

    [Fact]
    public async Task A_port_that_was_taken_meanwhile_is_given_up_for_another()
    {
        var ports = new Queue<int>([1, 2, 3]);
        var spec = Spec("[ $1 = 127.0.0.1:3 ] || { echo 'Address already in use'; exit 1; }; " + Serving);
        await using var pool = new ServerPool(Options(spec), new LocalProvisioner(ports.Dequeue));
        (await pool.AcquireAsync(Name)).ConnectionString.ShouldStartWith("127.0.0.1:3 ");
        Directory.EnumerateDirectories(_work.Path).ShouldHaveSingleItem();
    }

    [Fact]
    public async Task What_the_specification_prepares_is_there_and_its_secret_is_closed_to_others()
    {
        var spec = Spec("[ $(cat $2/../secret) = hidden ] && [ $(stat -c %a $2/../secret) = 600 ] && " + Serving) with
        {
            PrepareAsync = async (node, cancellationToken) =>
            {
                (await node.Start.RunAsync(TimeSpan.FromSeconds(9), ["echo", "said"], cancellationToken)).ShouldBe(["said"]);
                await node.Start.WriteSecretAsync(Path.Combine(node.Start.DataFolder, "secret"), "hidden", cancellationToken);
            },
        };
        await using var pool = Pool(spec);
        await pool.AcquireAsync(Name);

        await using var failing = Pool(spec with { PrepareAsync = (n, c) => n.Start.RunAsync(TimeSpan.FromSeconds(9), ["false"], c) });
        (await Should.ThrowAsync<StoreUnavailableException>(() => failing.AcquireAsync(Name)))
            .Message.ShouldContain("false failed. It said nothing.");
    }

    [Theory]
    [InlineData("nowhere", "names {0}, which is not there.")]
    [InlineData("server", "names {0}, which did not start. It said nothing.")]
    [InlineData("server", "names {0}, which failed. It said nothing.", true)]
    public async Task What_is_wrong_with_the_variable_is_said_first(string file, string words, bool asksVersion = false)
    {
        var spec = Spec("exit 3") with { Variables = ["TEST_LOCAL_UNSET", Variable], Executables = ["no-such-program"], Places = [] };
        spec = !asksVersion ? spec : spec with
        {
            PrepareAsync = (node, c) => node.Start.RunAsync(TimeSpan.FromSeconds(9), [node.Start.Executable, "--version"], c),
        };
        Environment.SetEnvironmentVariable(Variable, Temp.At(file));
        await using var pool = new ServerPool(Options(spec) with { Mode = "auto" });

        var why = string.Format(CultureInfo.InvariantCulture, words, Temp.At(file));
        (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Name))).Message
            .ShouldStartWith($"{Variable} {why} No other {Name} server: EVENTSOURCINGBENCH_TEST_LOCAL is not set.");
    }

    [Fact]
    public async Task What_is_missing_is_said_with_what_to_install()
    {
        var spec = Spec("exit 3");
        (await WhyNotAsync(spec with { Places = [] })).ShouldBe(
            new Unavailable("There is no no-such-program on this machine.", "Install the server of the test."));
        var server = Temp.At("server");
        (await WhyNotAsync(spec with { Tools = ["no-such-tool"] })).Reason.ShouldBe($"There is no no-such-tool beside {server}.");
        (await WhyNotAsync(spec with { ChecksVersion = true })).Reason.ShouldStartWith($"{server} does not run as the user ");
        Temp.Write("server.run", "");
        var runners = new Dictionary<string, string> { [".run"] = "no-such-runner" };
        (await WhyNotAsync(spec with { Places = [Temp.At("*.run")], Runners = runners })).Reason
            .ShouldBe($"{Temp.At("server.run")} needs no-such-runner, which is not on this machine.");
        (await WhyNotAsync(null)).ShouldBe(new Unavailable(
            $"No server of kind {Name} can be started from a binary on this machine.", "Set EVENTSOURCINGBENCH_TEST_LOCAL."));
    }

    [Fact]
    public void The_highest_version_of_all_places_is_taken()
    {
        foreach (var folder in new[] { "a/9", "a/15", "b-14.10" })
            Temp.Write($"{folder}/bin/server", "");

        string[] places = [Temp.At("b-*/bin/server"), Temp.At("a/*/bin/server"), Temp.At("c*/server")];
        ServerBinary.Find(Spec("") with { Places = places }).Binary.ShouldNotBeNull().Path.ShouldBe(Temp.At("a/15/bin/server"));
    }

    private void ShouldBeEmpty() => Directory.EnumerateDirectories(_work.Path).ShouldBeEmpty();

    private static string Folder(ProvisionedServer server) => server.ConnectionString.Split(' ')[1];

    private async Task<Unavailable> WhyNotAsync(LocalSpec? spec)
    {
        await using var pool = Pool(spec);
        return (await pool.CheckAsync(Name)).ShouldNotBeNull();
    }

    private LocalSpec Spec(string script)
    {
        File.SetUnixFileMode(
            Temp.Write("server", $"#!/bin/sh\n{script}\n"),
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return new LocalSpec
        {
            Executables = ["no-such-program"],
            Places = [Temp.At("server")],
            Install = "Install the server of the test.",
            SettingsPrefixes = ["TESTLOCAL_"],
            Environment = new Dictionary<string, string?> { ["TESTLOCAL_OWN"] = "value" },
            Arguments = node => [node.Address, node.Folder],
            Ready = new ReadyProbe.Log("serving at"),
            ConnectionString = start => $"{start.Nodes[0].Address} {start.Nodes[0].Folder}",
        };
    }

    private ServerPoolOptions Options(LocalSpec? spec) =>
        new() { WorkFolder = _work.Path, Mode = "local", Kinds = [new ServerKind { Name = Name, Local = spec }] };

    private ServerPool Pool(LocalSpec? spec) => new(Options(spec));
}
