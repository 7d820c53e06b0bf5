namespace EventSourcingBench.Hosting.Tests;

public sealed class ServerPoolTests : TempFolderTest
{
    // A kind of this test alone, so that the variable disturbs no other test.
    private const string Kind = "test-pool";
    private const string Variable = "EVENTSOURCINGBENCH_TEST_POOL";

    public override void Dispose()
    {
        Environment.SetEnvironmentVariable(Variable, null);
        base.Dispose();
    }

    [Fact]
    public async Task The_environment_comes_first_and_its_server_is_left_alone()
    {
        Environment.SetEnvironmentVariable(Variable, "Host=a,b,c");
        var extra = new FakeProvisioner("docker");
        await using var pool = Pool("auto", extra);
        (await pool.CheckAsync(Kind)).ShouldBeNull();
        var server = await pool.AcquireAsync(Kind, 5);
        (server.ConnectionString, server.Origin, server.ProcessId).ShouldBe(("Host=a,b,c", $"environment ({Variable})", null));
        server.Nodes.ShouldBe(3);
        extra.Started.ShouldBe(0);
        Directory.EnumerateFileSystemEntries(Temp.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task An_empty_variable_is_an_error_and_a_reason_of_a_probe()
    {
        Environment.SetEnvironmentVariable(Variable, " ");
        await using var pool = Pool("auto");
        var message = $"{Variable} is set but empty. Give it a connection string, or unset it.";
        (await Should.ThrowAsync<UserException>(() => pool.CheckAsync(Kind))).Message.ShouldBe(message);
        await Should.ThrowAsync<UserException>(() => pool.AcquireAsync(Kind));
        (await pool.ProbeAsync([Kind]))[Kind].ShouldNotBeNull().Reason.ShouldBe(message);
    }

    [Fact]
    public async Task Callers_at_once_share_one_server_that_is_stopped_with_the_pool()
    {
        var extra = new FakeProvisioner("docker");
        var pool = Pool("auto", extra);
        var servers = await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => pool.AcquireAsync(Kind)));
        await pool.DisposeAsync();
        servers.Distinct().ShouldHaveSingleItem();
        (extra.Started, extra.Stopped).ShouldBe((1, 1));
    }

    [Fact]
    public async Task A_server_with_fewer_nodes_than_asked_for_gives_way_to_the_next()
    {
        var one = new FakeProvisioner("docker");
        await using var pool = Pool("auto", one, new FakeProvisioner("other") { Nodes = 3 });
        (await pool.AcquireAsync(Kind, 3)).Origin.ShouldBe("other");
        one.Stopped.ShouldBe(1);
    }

    // {0} answers what it is sent, {1} accepts connections and says nothing, {2} closes them, and nothing listens on {3}.
    [Theory]
    [InlineData("Host=127.0.0.1;Port={0};Password=secret", null)]
    [InlineData("http://me:secret@127.0.0.1:{0}/path?x=1", null)]
    [InlineData("http://127.0.0.1:{0},127.0.0.1:{0},127.0.0.1:{3}", null)]
    [InlineData("scheme://127.0.0.1:{1}", null)]
    [InlineData("Host=127.0.0.1;Port={3};Password=secret", "127.0.0.1:{3} (")]
    [InlineData("Host=127.0.0.1:{1},127.0.0.1:{2};Password=secret", "127.0.0.1:{1} (No answer within 2 s), 127.0.0.1:{2} (")]
    [InlineData("http://me:secret@127.0.0.1:{3}/path?x=1", "127.0.0.1:{3} (")]
    [InlineData("http://127.0.0.1:{0},127.0.0.1:{3}", "127.0.0.1:{3} (")]
    [InlineData("scheme://127.0.0.1:{2}", "127.0.0.1:{2} (The connection was closed)")]
    public async Task A_server_of_the_environment_is_there_when_it_answers(string connectionString, string? failure)
    {
        using var answering = Listen(async stream =>
        {
            await stream.ReadExactlyAsync(new byte[8]);
            await stream.WriteAsync("N"u8.ToArray());
        });
        // Without it the connection would be collected, and closed, before it was given up.
        var held = new TaskCompletionSource();
        using var silent = Listen(_ => held.Task);
        using var closing = Listen(_ => Task.CompletedTask);
        object[] ports = [PortOf(answering), PortOf(silent), PortOf(closing), FreePorts.Take()];
        Environment.SetEnvironmentVariable(Variable, string.Format(CultureInfo.InvariantCulture, connectionString, ports));
        var isHost = connectionString.StartsWith("Host", StringComparison.Ordinal);
        await using var pool = new ServerPool(Options("auto", new FakeProvisioner("docker")) with
        {
            Kinds = isHost ? [new ServerKind { Name = Kind, Greeting = new byte[8] }] : [],
        });

        var reason = (await pool.ProbeAsync([Kind, Kind]))[Kind];

        (await pool.CheckAsync(Kind)).ShouldBeNull("it is the one that a run takes in any case");
        (reason is null).ShouldBe(failure is null);
        var failed = string.Format(CultureInfo.InvariantCulture, $"The server of {Variable} did not answer: {failure}", ports);
        (reason?.Reason ?? failed).ShouldStartWith(failed);
        $"{reason}".ShouldNotContain("secret");
        $"{reason}".ShouldNotContain($"{ports[0]}");
        held.SetResult();
    }

    [Fact]
    public async Task A_probe_says_what_a_check_says_without_a_variable_and_what_is_wrong_with_one_without_an_address()
    {
        await using var pool = Pool("auto", new FakeProvisioner("docker"));
        await using var none = Pool("env");
        (await pool.ProbeAsync([Kind]))[Kind].ShouldBeNull();
        (await none.ProbeAsync([Kind]))[Kind].ShouldBe(await none.CheckAsync(Kind));
        Environment.SetEnvironmentVariable(Variable, "anything");
        (await pool.ProbeAsync([Kind]))[Kind].ShouldBe(new Unavailable(
            $"{Variable} names no host that could be asked.", $"Start the server, or correct {Variable}."));
        (await pool.AcquireAsync(Kind)).Nodes.ShouldBe(1);
    }

    [Theory]
    [InlineData("Host=a:1,[::1]:2,::1;Port=3", "a:1 [::1]:2 [::1]:3")]
    [InlineData("Server=a", "a:4711")]
    [InlineData("Host=a,b:70000;Port=70000", "a:4711 b:4711")]
    [InlineData("Host=/var/run/server;Port=5433", "/var/run/server/.s.5433")]
    [InlineData("scheme://u:p@a,b:1/path?set=s,t", "a:4711 b:1")]
    [InlineData("scheme://u:p@w/d@a,b:1/path?set=s,t", "a:4711 b:1")]
    [InlineData("scheme://a?tls=false", "a:4711")]
    [InlineData("http://a", "a:80")]
    public void Addresses_of_a_connection_string(string connectionString, string addresses) =>
        string.Join(' ', ServerAddress.Of(connectionString, new ServerKind { Name = Kind, DefaultPort = 4711, SocketFile = ".s." }))
            .ShouldBe(addresses);

    [Fact]
    public async Task A_provisioner_that_fails_or_takes_too_long_gives_way_to_the_next_and_leaves_no_folder()
    {
        var said = new List<string>();
        var slow = new TimeoutException("initdb took longer than 60 s.");
        var (inCheck, inStart) = (new FakeProvisioner("slow") { CheckFailure = slow }, new FakeProvisioner("slow") { Failure = slow });
        var options = Options("auto", Failing(), inCheck, inStart, new FakeProvisioner("other")) with { OnProgress = said.Add };
        await using var pool = new ServerPool(options);
        await using var alone = Pool("slow", inCheck);

        (await pool.AcquireAsync(Kind)).Origin.ShouldBe("other");
        said.ShouldContain("The image cannot be pulled.");
        Directory.EnumerateDirectories(Temp.Path).ShouldHaveSingleItem();
        (await alone.CheckAsync(Kind)).ShouldNotBeNull().Reason.ShouldContain("initdb took longer than 60 s.");
    }

    [Fact]
    public async Task When_all_fail_every_reason_is_given()
    {
        await using var pool = Pool("auto", Failing());
        var said = (await Should.ThrowAsync<StoreUnavailableException>(() => pool.AcquireAsync(Kind))).Message;
        string[] reasons = [$"{Variable} is not set.", "The image cannot be pulled.", $"No server of kind {Kind} can be started"];
        reasons.ShouldAllBe(reason => said.Contains(reason));
        Directory.EnumerateDirectories(Temp.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_mode_is_kept_to_and_an_unknown_one_is_an_error_that_names_the_valid_ones()
    {
        Should.Throw<UserException>(() => Pool("locall")).Message.ShouldEndWith("did you mean local? Valid are auto, docker, env, local.");
        await using var onlyEnvironment = Pool("env", new FakeProvisioner("docker"));
        await using var noDocker = Pool("docker");
        (await onlyEnvironment.CheckAsync(Kind)).ShouldBe(new($"{Variable} is not set.", $"Set {Variable} to a connection string."));
        (await noDocker.CheckAsync(Kind)).ShouldNotBeNull().Reason.ShouldContain("'docker' provisioner is a plug-in that is not there");
    }

    [Fact]
    public async Task Limits_are_given_to_those_that_can_hold_a_server_to_them_and_to_nobody_else()
    {
        Environment.SetEnvironmentVariable(Variable, "Host=elsewhere");
        var limits = new ServerLimits { Cpus = 2, MemoryBytes = 1L << 30 };
        var can = new FakeProvisioner("docker") { CanLimit = true };
        await using var pool = new ServerPool(Options("auto", new FakeProvisioner("first"), can) with { Limits = limits });
        await using var none = new ServerPool(Options("env") with { Limits = limits });

        (await pool.AcquireAsync(Kind)).Origin.ShouldBe("docker");
        can.Requested!.Limits.ShouldBe(limits);
        (await none.CheckAsync(Kind)).ShouldBe(new Unavailable(
            "Servers of 'env' cannot be limited in processors and memory.",
            "Leave out --server-cpus and --server-memory, or run with Docker."));
    }

    [Theory]
    [InlineData("env")]
    [InlineData("auto")]
    public async Task A_server_that_runs_elsewhere_is_refused_where_it_must_be_pinned(string mode)
    {
        Environment.SetEnvironmentVariable(Variable, "Host=elsewhere");
        var options = Options(mode, new FakeProvisioner("docker")) with { Cpus = CpuSet.Parse("0") };
        await using var free = new ServerPool(options);
        await using var pinned = new ServerPool(options with { RequiresCpus = true });
        (await free.AcquireAsync(Kind)).ConnectionString.ShouldBe("Host=elsewhere");
        (await Should.ThrowAsync<UserException>(() => pinned.AcquireAsync(Kind))).Message.ShouldContain("cannot be pinned to the CPUs 0");
    }

    [Fact]
    public async Task A_plugin_that_cannot_be_used_says_why_and_gives_way()
    {
        var reason = new Unavailable("Testcontainers is not on the configured NuGet source (NU1101).", "Configure one.");
        await using var alone = Pool("docker", new MissingProvisioner("docker", reason));
        await using var pool = Pool("auto", new MissingProvisioner("docker", reason), new FakeProvisioner("other"));
        (await alone.CheckAsync(Kind)).ShouldBe(reason);
        (await Should.ThrowAsync<StoreUnavailableException>(() => alone.AcquireAsync(Kind))).Message.ShouldBe(reason.ToString());
        (await pool.AcquireAsync(Kind)).Origin.ShouldBe("other");
    }

    [Fact]
    public async Task Each_number_of_nodes_has_a_server_and_one_that_is_released_is_stopped_and_replaced()
    {
        var extra = new FakeProvisioner("docker") { Nodes = 5 };
        await using var pool = Pool("auto", extra);
        var three = await pool.AcquireAsync(Kind, 3);
        extra.Requested!.Nodes.ShouldBe(3);
        (await pool.AcquireAsync(Kind, 3)).ShouldBeSameAs(three);
        var one = await pool.AcquireAsync(Kind);
        one.ShouldNotBeSameAs(three);
        extra.Requested.Nodes.ShouldBe(1);
        await Should.ThrowAsync<ArgumentOutOfRangeException>(() => pool.AcquireAsync(Kind, 0));

        await pool.ReleaseAsync(three);
        extra.Stopped.ShouldBe(0, "another has it");
        var next = await pool.AcquireAsync(Kind, 3);
        next.ShouldNotBeSameAs(three);
        await pool.ReleaseAsync(three);

        extra.Stopped.ShouldBe(1);
        (await pool.AcquireAsync(Kind, 1)).ShouldBeSameAs(one);
        (await pool.AcquireAsync(Kind, 3)).ShouldBeSameAs(next);
        (extra.Requested!.Nodes, extra.Started).ShouldBe((3, 3));
    }

    private static FakeProvisioner Failing() => new("docker") { Failure = new StoreUnavailableException("The image cannot be pulled.") };

    private ServerPool Pool(string mode, params IServerProvisioner[] extra) => new(Options(mode, extra));

    private ServerPoolOptions Options(string mode, params IServerProvisioner[] extra) =>
        new() { WorkFolder = Temp.Path, Mode = mode, Extra = extra };

    private static int PortOf(TcpListener listener) => ((IPEndPoint)listener.LocalEndpoint).Port;

    /// <summary>Serves each connection on loopback in one way and closes it.</summary>
    private static TcpListener Listen(Func<NetworkStream, Task> serve)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        _ = AcceptAsync();
        return listener;

        // Ends when the listener is disposed of, by an exception that no task waits for.
        async Task AcceptAsync()
        {
            while (true)
                _ = ServeAsync(await listener.AcceptTcpClientAsync());
        }

        async Task ServeAsync(TcpClient client)
        {
            using (client)
                await serve(client.GetStream());
        }
    }

    private sealed class FakeProvisioner(string name) : IServerProvisioner
    {
        public int Started;
        public int Stopped;

        public string Name => name;

        public Exception? CheckFailure { get; init; }

        public Exception? Failure { get; init; }

        public bool CanLimit { get; init; }

        public int Nodes { get; init; } = 1;

        public ServerRequest? Requested { get; private set; }

        public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) =>
            CheckFailure is null ? new((Unavailable?)null) : throw CheckFailure;

        public async Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
        {
            Directory.Exists(request.DataFolder).ShouldBeFalse();
            Directory.CreateDirectory(request.DataFolder);
            Requested = request;
            await Task.Yield();
            return Failure is not null ? throw Failure : new FakeServer(() => Interlocked.Increment(ref Stopped))
            {
                Kind = request.Kind.Name,
                ConnectionString = $"{name} {Interlocked.Increment(ref Started)}",
                Origin = name,
                Nodes = Nodes,
            };
        }
    }
}

internal sealed class FakeServer(Action? onStop = null) : ProvisionedServer
{
    public override ValueTask DisposeAsync()
    {
        onStop?.Invoke();
        return ValueTask.CompletedTask;
    }
}
