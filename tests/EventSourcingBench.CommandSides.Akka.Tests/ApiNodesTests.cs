namespace EventSourcingBench.CommandSides.Akka.Tests;

/// <summary>Two nodes of the API, each with its own store: what a show's events are in says where it lives.</summary>
public sealed class ApiNodesTests
{
    private const string Store = "memory";
    private static readonly ReservationOptions Options = new() { Strategy = ReservationStrategies.Find("akka")! };

    [Fact]
    public async Task Nodes_find_each_other_and_a_show_lives_on_one_of_them()
    {
        await using var one = await TestApi.StartAsync(Store, reservations: Options, ns: "akka_nodes");
        await using var other = await TestApi.StartAsync(Store, reservations: Options, ns: "akka_nodes");
        TestApi[] nodes = [one, other];
        await TestApi.IntroduceAsync(nodes);
        var joined = await Task.WhenAll(nodes.Select(n => n.Client.PostAsync($"/stores/{Store}/command-sides/akka/join", content: null)));
        joined.ShouldAllBe(j => j.StatusCode == HttpStatusCode.OK);
        var lives = new int[2];
        for (var s = 0; s < 20; s++)
        {
            (await nodes[s % 2].PostTextAsync($"/stores/{Store}/shows", $$"""{"show":"s{{s}}","seats":2}""")).StatusCode
                .ShouldBe(HttpStatusCode.Created);
            (await ReserveAsync(nodes[s % 2], s)).ShouldBe(HttpStatusCode.Created);
            (await ReserveAsync(nodes[(s + 1) % 2], s)).ShouldBe(HttpStatusCode.Conflict);
            var found = await Task.WhenAll(nodes.Select(n => n.Client.GetAsync($"/stores/{Store}/shows/s{s}")));
            found.Count(f => f.StatusCode == HttpStatusCode.OK).ShouldBe(1);
            lives[Array.FindIndex(found, f => f.StatusCode == HttpStatusCode.OK)]++;
        }

        lives.ShouldAllBe(l => l > 0);
    }

    [Fact]
    public async Task A_node_that_takes_no_connection_is_avoided_and_nothing_is_left_unknown()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Only Linux lets a connection wait where the queue of a listener is full.");
        using var full = new Socket(SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(1);
        Uri node = new($"http://{full.LocalEndPoint}"), self = new("http://127.0.0.1:1");
        using var filling = new CancellationTokenSource(TimeSpan.FromMilliseconds(500));
        List<Socket> waiting = [.. Enumerable.Range(0, 4).Select(_ => new Socket(SocketType.Stream, ProtocolType.Tcp))];
        await Task.WhenAll(waiting.Select(s => s.ConnectAsync(full.LocalEndPoint!, filling.Token).AsTask()))
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

        using var nodes = new ApiNodes(TimeProvider.System);
        nodes.Set(new NodeList([self, node], Self: 0));
        var show = Enumerable.Range(0, 100).Select(n => $"s{n}").First(s => nodes.OwnerOf(s) == node);
        (await nodes.TrySendAsync(node, new HttpRequestMessage(HttpMethod.Get, node))).ShouldBe((null, false));
        nodes.OwnerOf(show).ShouldBeNull();
        waiting.ForEach(s => s.Dispose());
    }

    private static async Task<HttpStatusCode> ReserveAsync(TestApi node, int show) =>
        (await node.PostTextAsync($"/stores/{Store}/shows/s{show}/reservations", """{"seat":1}""")).StatusCode;
}
