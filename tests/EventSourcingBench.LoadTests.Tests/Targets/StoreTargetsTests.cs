using EventSourcingBench.Hosting.Servers;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class StoreTargetsTests : TempFolderTest
{
    [Fact]
    public async Task Stores_that_share_a_server_which_loses_a_node_take_another_and_its_relays_end()
    {
        var fakes = new Fakes();
        await using var servers = new ServerPool(new ServerPoolOptions
        { WorkFolder = Temp.Path, Mode = "fakes", Extra = [fakes], Kinds = [new ServerKind { Name = "fake" }] });
        CatalogEntry<StoreDefinition> Store(string name) => new(
            name, "", Plugin: null, new() { Name = name, OpenAsync = (_, _) => Task.FromResult<IStore>(new BulkWorld()) },
            Server: "fake");
        var settings = TestTools.Settings("append", "--via direct --network-delay 0");
        var preparation = RunPreparation.Make(settings, TimeProvider.System);
        var disk = new DataDisk(Temp.Path, TestTools.Environment);
        await using var targets = new StoreTargets(
            new StoreSelection([Store("one"), Store("two")], []), servers, settings, preparation, new RunData(disk, disk),
            new RunProgress(TextWriter.Null, TimeProvider.System));
        await targets.OpenAsync(Cancel);
        targets.Unavailable.ShouldBeEmpty();

        var before = new[] { PortOf(targets["one (relayed)"]), PortOf(targets["two (relayed)"]) };
        await targets["one (relayed)"].Server!.KillNodeAsync(Cancel);
        targets["two (relayed)"].HasLostNode.ShouldBeTrue();
        foreach (var (store, port) in new[] { targets["two (relayed)"], targets["one (relayed)"] }.Zip(before.Reverse()))
        {
            await store.ResetAsync(copies: 1, Cancel);
            (store.HasLostNode, await ServesAsync(port), await ServesAsync(PortOf(store))).ShouldBe((false, false, true));
            await store.Server!.KillNodeAsync(Cancel);
        }

        fakes.Started.ShouldBe(3);
    }

    private static int PortOf(StoreUnderTest store) => store.Server.ShouldBeOfType<RelayedServer>().Relays.Single().Port;

    // A relay may have reset the connection already, as there is no server behind it.
    private static async Task<bool> ServesAsync(int port)
    {
        using var client = new TcpClient();
        var connecting = client.ConnectAsync(IPAddress.Loopback, port, Cancel).AsTask();
        await connecting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return connecting.Exception?.InnerException is not SocketException { SocketErrorCode: SocketError.ConnectionRefused };
    }

    private sealed class Fakes : IServerProvisioner
    {
        public string Name => "fakes";

        public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) => default;

        public int Started { get; private set; }

        public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
        {
            Started++;
            return Task.FromResult<ProvisionedServer>(new FakeServer { ConnectionString = "127.0.0.1:9" });
        }
    }
}
