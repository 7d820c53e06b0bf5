namespace EventSourcingBench.Stores.Etcd.Tests;

public sealed class OpeningTests
{
    [Theory]
    [InlineData("")]
    [InlineData("127.0.0.1:2379")]
    [InlineData("ftp://127.0.0.1:2379")]
    [InlineData("http://user:password@127.0.0.1:2379")]
    [InlineData("http://127.0.0.1:2379,")]
    [InlineData("http://127.0.0.1:2379/path")]
    public async Task What_is_no_address_is_said_with_the_form_of_one(string connectionString) =>
        (await FailAsync(connectionString)).ShouldContain("http://HOST:PORT,HOST:PORT");

    [Theory]
    [InlineData("http://127.0.0.1:2379", "127.0.0.1:2379")]
    [InlineData("https://one:2379,two:2379/", "one:2379, two:2379")]
    public void Nodes_are_read(string connectionString, string nodes) => EtcdEndpoints.Parse(connectionString).ToString().ShouldBe(nodes);

    [Fact]
    public void A_node_that_failed_is_left_once()
    {
        var nodes = EtcdEndpoints.Parse("http://a:1,b:2,c:3");
        var first = nodes.Current;
        nodes.Leave(first);
        nodes.Leave(first);
        nodes.Current.Authority.ShouldBe("b:2");
    }

    [Fact]
    public async Task Without_a_server_or_its_answer_opening_fails_within_five_seconds()
    {
        var watch = Stopwatch.StartNew();
        (await FailAsync($"http://127.0.0.1:{FreePorts.Take()}"))
            .ShouldEndWith("). Check that a majority of its nodes is running and listening there.");
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(5));

        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        watch.Restart();
        await FailAsync($"http://{silent.LocalEndpoint}");
        watch.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(5));
    }

    [Fact]
    public async Task The_last_attempt_of_a_request_has_time_for_an_answer()
    {
        var (clock, attempts, answer) = (new FakeClock(), 0, new StatusResponse());
        using var client = new EtcdClient(EtcdEndpoints.Parse("http://127.0.0.1:1"), clock);
        var request = new EtcdRequest<StatusResponse>((_, options) => new AsyncUnaryCall<StatusResponse>(
            SendAsync(options.CancellationToken), Task.FromResult(new Metadata()), () => default, () => new Metadata(), () => { }));
        var call = client.CallAsync(request, Cancel, TimeSpan.FromSeconds(12));
        while (!call.IsCompleted)
        {
            await Task.Delay(5, Cancel);
            clock.Advance(TimeSpan.FromMilliseconds(10));
        }

        (await call).ShouldBe(answer);
        attempts.ShouldBe(2);

        // The first attempt breaks where a pause and one millisecond are left.
        async Task<StatusResponse> SendAsync(CancellationToken ended)
        {
            if (++attempts == 1)
            {
                clock.Advance(TimeSpan.FromMilliseconds(11_949));
                throw new RpcException(new Status(StatusCode.Unavailable, "The connection broke."));
            }

            await Task.Delay(20, ended);
            return answer;
        }
    }

    [Theory]
    [InlineData(1, null, DurabilityTier.Fsync)]
    [InlineData(3, null, DurabilityTier.Replicated)]
    [InlineData(1, "node1 does not force its log to disk.", DurabilityTier.Buffered)]
    [InlineData(3, "node2 does not show how often.", DurabilityTier.Buffered)]
    public void Members_and_what_they_force_decide_the_tier(int voters, string? doubt, DurabilityTier tier) =>
        EtcdDescription.Durability(voters, doubt).Tier.ShouldBe(tier);

    [Fact]
    public void The_flags_of_the_command_line_are_read()
    {
        var flags = EtcdDescription.Flags("""{"cmdline":["etcd","--name","n1","--unsafe-no-fsync","--data-dir=d"]}""").ShouldNotBeNull();
        flags["unsafe-no-fsync"].ShouldBe("true");
        flags["data-dir"].ShouldBe("d");
    }

    [Fact]
    public async Task It_reads_the_limits_in_force_and_counts_nothing_once_it_is_closed()
    {
        await using var store = await EtcdTestServer.OpenAsync(Cancel);
        var description = await store.DescribeAsync(Cancel);
        description.ServerVersion.ShouldMatch(@"\Aetcd \d+\.\d+\.\d+");
        description.Settings.ShouldContain(s => s.Name == "max-txn-ops" && s.FromServer);
        description.Settings.ShouldContain(s => s.Name == "members");

        await store.DisposeAsync();
        (await store.Inspector!.ReadWorkAsync(Cancel)).ShouldBe(default);
    }

    private static async Task<string> FailAsync(string connectionString) => (await Should.ThrowAsync<StoreUnavailableException>(
        () => EtcdTestServer.OpenAsync(Cancel, connectionString))).Message;
}
