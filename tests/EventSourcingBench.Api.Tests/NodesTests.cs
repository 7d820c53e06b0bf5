namespace EventSourcingBench.Api.Tests;

/// <summary>Several nodes: who owns a show, and what becomes of requests that reach another node.</summary>
public sealed class NodesTests
{
    private const string Store = "memory";

    [Fact]
    public void Keys_are_spread_evenly_and_only_those_of_a_lost_node_move()
    {
        const int keys = 30_000;
        var all = Enumerable.Range(0, keys).Select(k => Rendezvous.OwnerOf($"s{k}", 3, _ => true)).ToList();
        for (var node = 0; node < 3; node++)
            all.Count(o => o == node).ShouldBeInRange((int)(0.97 * keys / 3), (int)(1.03 * keys / 3));

        var without = Enumerable.Range(0, keys).Select(k => Rendezvous.OwnerOf($"s{k}", 3, n => n != 1)).ToList();
        for (var k = 0; k < keys; k++)
            (all[k] == 1 ? without[k] != 1 : without[k] == all[k]).ShouldBeTrue();

        without.Where((_, k) => all[k] == 1).Count(o => o == 0).ShouldBeInRange((int)(0.95 * keys / 6), (int)(1.05 * keys / 6));
        Rendezvous.OwnerOf("s", 3, _ => false).ShouldBe(Rendezvous.OwnerOf("s", 3, _ => true));
    }

    [Fact]
    public async Task A_request_goes_to_the_owner_and_only_the_single_writer_has_one()
    {
        await using var one = await TestApi.StartAsync(Store);
        await using var other = await TestApi.StartAsync(Store);
        await TestApi.IntroduceAsync(one, other);
        var show = Enumerable.Range(0, 100).Select(i => $"s{i}").First(s => Rendezvous.OwnerOf(s, 2, _ => true) == 1);
        (await CreateAsync(one, show, "single-writer")).ShouldBeNull();
        (await other.Client.GetAsync($"/stores/{Store}/shows/{show}")).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await one.Client.GetAsync($"/stores/{Store}/shows/{show}")).StatusCode.ShouldBe(HttpStatusCode.NotFound);

        // Its refusals come back whole.
        (await CreateAsync(one, show, "single-writer")).ShouldBe("showExists");
        (await CreateAsync(one, show, "optimistic")).ShouldBeNull();
        (await one.Client.GetAsync($"/stores/{Store}/shows/{show}")).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    // Also where it is due again before the last of the others has failed.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_shows_of_a_node_that_is_gone_go_to_the_others(bool isDueAtOnce)
    {
        await using var one = await TestApi.StartAsync(Store, time: isDueAtOnce ? new LeapingClock() : TimeProvider.System);
        await using (var other = await TestApi.StartAsync(Store))
            await TestApi.IntroduceAsync(one, other);

        foreach (var show in Enumerable.Range(0, 20).Select(i => $"s{i}"))
        {
            (await CreateAsync(one, show, "single-writer")).ShouldBeNull();
            (await one.Client.GetAsync($"/stores/{Store}/shows/{show}")).StatusCode.ShouldBe(HttpStatusCode.OK);
        }
    }

    // What a lost node has received it may have done.
    [Theory]
    [InlineData(true, HttpStatusCode.GatewayTimeout)]
    [InlineData(false, HttpStatusCode.ServiceUnavailable)]
    public async Task What_the_lost_owner_received_is_unknown_where_the_store_is_unavailable(bool receives, HttpStatusCode status)
    {
        await using var one = await TestApi.StartAsync(new BrokenStore(new StoreUnavailableException("Gone.")));
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var list = new NodeList([one.Client.BaseAddress!, new Uri($"http://{other.LocalEndpoint}/")], Self: 0);
        (await one.PutAsync("/nodes", list)).EnsureSuccessStatusCode();
        var losing = receives ? LoseAsync(other) : Task.CompletedTask;
        if (!receives)
            other.Stop();

        var show = Enumerable.Range(0, 100).Select(i => $"s{i}").First(s => Rendezvous.OwnerOf(s, 2, _ => true) == 1);
        var body = $$"""{"show":"{{show}}","seats":3}""";
        (await one.PostTextAsync("/stores/broken/shows?strategy=single-writer", body)).StatusCode.ShouldBe(status);
        await losing;
    }

    // The lost node may yet append what another one refuses.
    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task What_the_lost_owner_received_is_unknown_where_the_next_node_refuses_it(int next)
    {
        await using var one = await TestApi.StartAsync(Store);
        await using var other = await TestApi.StartAsync(Store);
        using var lost = new TcpListener(IPAddress.Loopback, 0);
        lost.Start();
        var list = new NodeList([one.Client.BaseAddress!, new Uri($"http://{lost.LocalEndpoint}/"), other.Client.BaseAddress!], Self: 0);
        (await one.PutAsync("/nodes", list)).EnsureSuccessStatusCode();
        var show = Enumerable.Range(0, 100).Select(i => $"s{i}")
            .First(s => Rendezvous.OwnerOf(s, 3, _ => true) == 1 && Rendezvous.OwnerOf(s, 3, n => n != 1) == next);
        (await CreateAsync(next == 0 ? one : other, show, "optimistic")).ShouldBeNull();

        var losing = LoseAsync(lost);
        var body = $$"""{"show":"{{show}}","seats":3}""";
        await one.PostTextAsync($"/stores/{Store}/shows?strategy=single-writer", body)
            .ShouldBeProblemAsync(HttpStatusCode.GatewayTimeout, "outcome-unknown");
        await losing;
    }

    /// <summary>Takes a request and dies.</summary>
    private static async Task LoseAsync(TcpListener node)
    {
        using var connection = await node.AcceptSocketAsync(Cancel);
        await connection.ReceiveAsync(new byte[1], Cancel);
    }

    /// <summary>A clock that is ten seconds ahead at each look.</summary>
    private sealed class LeapingClock : TimeProvider
    {
        private long _now;

        public override long GetTimestamp() => Interlocked.Add(ref _now, 10 * TimestampFrequency);
    }

    private static Task<string?> CreateAsync(TestApi api, string show, string strategy) =>
        api.PostTextAsync($"/stores/{Store}/shows?strategy={strategy}", $$"""{"show":"{{show}}","seats":3}""").RefusalAsync();
}
