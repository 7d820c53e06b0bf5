namespace EventSourcingBench.Hosting.Tests;

public sealed class TcpRelayTests : IAsyncDisposable
{
    private readonly TcpListener _server = new(IPAddress.Loopback, 0);
    private readonly TcpRelay _relay;
    private readonly List<TcpClient> _clients = [];

    public TcpRelayTests()
    {
        _server.Start();
        _relay = new TcpRelay(((IPEndPoint)_server.LocalEndpoint).Port);
    }

    [Fact]
    public async Task Bytes_go_both_ways_and_an_end_is_passed_on()
    {
        var (client, other) = await ConnectAsync();
        await SendAsync(client, "there");
        (await ReadAsync(other)).ShouldBe("there");
        await SendAsync(other, "and back");
        (await ReadAsync(client)).ShouldBe("and back");
        client.Client.Shutdown(SocketShutdown.Send);
        (await ReadAsync(other)).ShouldBeEmpty();
        await SendAsync(other, "last words");
        (await ReadAsync(client)).ShouldBe("last words");
    }

    [Fact]
    public async Task What_is_sent_while_it_is_cut_waits_and_nothing_is_refused()
    {
        var (client, other) = await ConnectAsync();
        _relay.Cut();
        await SendAsync(client, "late");
        using var second = new TcpClient();
        await second.ConnectAsync(IPAddress.Loopback, _relay.Port, Cancel);
        var reading = ReadAsync(other);
        await Task.Delay(TimeSpan.FromMilliseconds(200), Cancel);
        reading.IsCompleted.ShouldBeFalse();

        _relay.Mend();

        (await reading).ShouldBe("late");
        using var accepted = await _server.AcceptTcpClientAsync(Cancel);
    }

    [Fact]
    public async Task It_goes_on_after_a_cut_while_its_clients_block_threads_of_the_pool()
    {
        const int Clients = 60;
        var connections = new List<(TcpClient Client, TcpClient Accepted)>();
        while (connections.Count < Clients)
            connections.Add(await ConnectAsync());

        // As a driver does that is cancelled by a timer and asks the server to cancel: the pool runs timers before other work.
        _relay.Cut();
        var received = new CountdownEvent(Clients);
        var timers = connections.ConvertAll(c => new Timer(
            _ =>
            {
                c.Client.GetStream().ReadByte();
                received.Signal();
            },
            null, TimeSpan.FromMilliseconds(50), Timeout.InfiniteTimeSpan));
        await Task.Delay(TimeSpan.FromMilliseconds(200), Cancel);
        connections.ForEach(c => c.Accepted.GetStream().WriteByte(1));
        _relay.Mend();

        received.Wait(TimeSpan.FromSeconds(10), Cancel).ShouldBeTrue();
        timers.Append<IDisposable>(received).ToList().ForEach(c => c.Dispose());
    }

    [Fact]
    public async Task The_connections_of_one_process_alone_can_be_cut()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Who has a socket is read from /proc, which only Linux has.");
        var target = ((IPEndPoint)_server.LocalEndpoint).Port;
        // Both nodes at the same port: what matters is who connects.
        await using var links = new NodeLinks([target, target], node => node == 1 ? Environment.ProcessId : int.MaxValue);
        var (peer, accepted) = await ConnectAsync(links.PortOf(2));

        links.Isolate(1);
        await SendAsync(peer, "late");
        var reading = ReadAsync(accepted);
        await Task.Delay(TimeSpan.FromMilliseconds(300), Cancel);
        reading.IsCompleted.ShouldBeFalse();
        links.Isolate(null);
        (await reading).ShouldBe("late");

        // Neither is it the connection of another process, nor does it go to the node that is cut off.
        await using var others = new NodeLinks([target, target], _ => int.MaxValue);
        var (third, answered) = await ConnectAsync(others.PortOf(2));
        others.Isolate(1);
        await SendAsync(third, "at once");
        (await ReadAsync(answered)).ShouldBe("at once");
    }

    [Fact]
    public async Task What_is_sent_while_it_is_slow_comes_later_and_at_once_again_afterwards()
    {
        var (client, other) = await ConnectAsync();
        _relay.Delay = TimeSpan.FromMilliseconds(200);
        await SendAsync(client, "late");
        var reading = ReadAsync(other);
        await Task.Delay(TimeSpan.FromMilliseconds(50), Cancel);
        reading.IsCompleted.ShouldBeFalse();
        (await reading).ShouldBe("late");

        _relay.Delay = TimeSpan.Zero;
        await SendAsync(client, "again");
        (await ReadAsync(other)).ShouldBe("again");
    }

    [Fact]
    public async Task A_reset_ends_both_sides_and_new_connections_can_be_made()
    {
        var (client, other) = await ConnectAsync();
        _relay.Reset().ShouldBe(1);
        await Should.ThrowAsync<SocketException>(ReadAsync(client));
        await Should.ThrowAsync<SocketException>(ReadAsync(other));
        var (second, accepted) = await ConnectAsync();
        await SendAsync(second, "again");
        (await ReadAsync(accepted)).ShouldBe("again");
    }

    [Fact]
    public async Task What_is_sent_arrives_in_order_after_the_delay_and_at_the_rate_of_the_network_both_ways()
    {
        var connection = $"127.0.0.1:{((IPEndPoint)_server.LocalEndpoint).Port}";
        await using var inner = new FakeServer { Kind = "k", Origin = "o", ConnectionString = connection };
        var network = new NetworkConditions(TimeSpan.FromMilliseconds(50), BitsPerSecond: 8_000_000);
        await using var reached = (RelayedServer)RelayedServer.Around(inner, network);
        var (client, other) = await ConnectAsync(reached.Relays.Single().Port);
        var sent = new byte[200_000];
        new Random(1).NextBytes(sent);

        foreach (var (from, to) in new[] { (client, other), (other, client) })
        {
            var start = TimeProvider.System.GetTimestamp();
            await Task.WhenAll(from.GetStream().WriteAsync(sent, Cancel).AsTask(), ReceiveAsync(to));
            // 50 ms of delay, and 200 ms for 200,000 bytes at a million a second.
            TimeProvider.System.GetElapsedTime(start).TotalMilliseconds.ShouldBeGreaterThanOrEqualTo(250);
        }

        client.Client.Shutdown(SocketShutdown.Send);
        (await ReadAsync(other)).ShouldBeEmpty();
        reached.Relays.Single().Reset().ShouldBe(1);

        async Task ReceiveAsync(TcpClient to)
        {
            var received = new byte[sent.Length];
            await to.GetStream().ReadExactlyAsync(received, Cancel);
            received.ShouldBe(sent);
        }
    }

    [Fact]
    public async Task Many_small_parts_on_their_way_are_each_delayed_once()
    {
        const int Parts = 300;
        var connection = $"127.0.0.1:{((IPEndPoint)_server.LocalEndpoint).Port}";
        await using var inner = new FakeServer { Kind = "k", Origin = "o", ConnectionString = connection };
        await using var reached = (RelayedServer)RelayedServer.Around(inner, new NetworkConditions(TimeSpan.FromSeconds(1), null));
        var (client, other) = await ConnectAsync(reached.Relays.Single().Port);
        for (var i = 0; i < Parts; i++)
        {
            client.GetStream().WriteByte(1);
            await Task.Delay(1, Cancel);
        }

        // Those that have not left yet when the last is written would take a second delay.
        var last = TimeProvider.System.GetTimestamp();
        await other.GetStream().ReadExactlyAsync(new byte[Parts], Cancel);
        TimeProvider.System.GetElapsedTime(last).TotalSeconds.ShouldBeInRange(0.9, 1.9);
    }

    [Nightly, Fact]
    public async Task A_network_ends_whatever_its_thread_does()
    {
        await using var inner = new FakeServer { Kind = "k", Origin = "o", ConnectionString = "127.0.0.1:1" };
        for (var i = 0; i < 500; i++)
            await RelayedServer.Around(inner, new NetworkConditions(TimeSpan.FromMilliseconds(1), null)).DisposeAsync();
    }

    [Theory]
    [InlineData("Host=127.0.0.1;Port=5433;Username=u", "Host=127.0.0.1;Port=<0>;Username=u")]
    [InlineData("http://127.0.0.1:2379,127.0.0.1:2380,127.0.0.1:2379", "http://127.0.0.1:<0>,127.0.0.1:<1>,127.0.0.1:<0>")]
    [InlineData("Host=localhost:5001,localhost:5002;Password=p:4711", "Host=localhost:<0>,localhost:<1>;Password=p:4711")]
    [InlineData("Host=db.example;Port=5433", "Host=db.example;Port=5433")]
    [InlineData("Host=db.example:5432", "Host=db.example:5432")]
    public async Task Each_port_of_this_machine_has_one_relay(string connection, string expected)
    {
        await using var inner = new FakeServer { Kind = "k", Origin = "o", ConnectionString = connection };
        await using var reached = RelayedServer.Around(inner);
        var relays = (reached as RelayedServer)?.Relays ?? [];
        relays.Index().Aggregate(
            reached.ConnectionString, (text, relay) => text.Replace($"{relay.Item.Port}", $"<{relay.Index}>", StringComparison.Ordinal))
            .ShouldBe(expected);
        (reached == inner).ShouldBe(connection == expected);
    }

    public async ValueTask DisposeAsync()
    {
        _clients.ForEach(c => c.Dispose());
        await _relay.DisposeAsync();
        _server.Stop();
    }

    /// <summary>A connection through the relay, or to another port.</summary>
    private async Task<(TcpClient Client, TcpClient Accepted)> ConnectAsync(int? port = null)
    {
        var client = new TcpClient();
        _clients.Add(client);
        await client.ConnectAsync(IPAddress.Loopback, port ?? _relay.Port, Cancel);
        _clients.Add(await _server.AcceptTcpClientAsync(Cancel));
        return (client, _clients[^1]);
    }

    private static async Task SendAsync(TcpClient to, string text) => await to.Client.SendAsync(Encoding.UTF8.GetBytes(text), Cancel);

    private static async Task<string> ReadAsync(TcpClient from)
    {
        var buffer = new byte[100];
        return Encoding.UTF8.GetString(buffer, 0, await from.Client.ReceiveAsync(buffer, Cancel));
    }
}
