using System.Net;
using System.Net.Sockets;
using EventSourcingBench.Hosting.Catalogs;
using EventSourcingBench.Hosting.Servers;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class StoreTargetsTests : TempFolderTest
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_relays_to_a_server_end_when_another_takes_its_place()
    {
        await using var servers = new ServerPool(new ServerPoolOptions
        { WorkFolder = Temp.Path, Mode = "fakes", Extra = [new Fakes()], Kinds = [new ServerKind { Name = "fake" }] });
        var definition = new StoreDefinition { Name = "fake", OpenAsync = (_, _) => Task.FromResult<IStore>(new BulkWorld()) };
        var store = new CatalogEntry<StoreDefinition>("fake", "", PluginName: null, definition, Server: "fake");
        var settings = TestTools.Settings("append", "--via direct --network-delay 0");
        var preparation = RunPreparation.Make(settings, TimeProvider.System);
        var disk = new DataDisk(Temp.Path, TestTools.Environment);
        await using var targets = new StoreTargets(
            new StoreSelection([store], []), servers, settings, preparation, new RunData(disk, disk),
            new RunProgress(TextWriter.Null, TimeProvider.System));
        await targets.OpenAsync(Cancellation);
        targets.Unavailable.ShouldBeEmpty();

        var before = PortOf(targets["fake"]);
        targets["fake"].SpoilServer();
        await targets["fake"].ResetAsync(copies: 1, Cancellation);
        (await ServesAsync(before), await ServesAsync(PortOf(targets["fake"]))).ShouldBe((false, true));
    }

    private static int PortOf(IStoreUnderTest store) => store.Server.ShouldBeOfType<RelayedServer>().Relays.Single().Port;

    private static async Task<bool> ServesAsync(int port)
    {
        using var client = new TcpClient();
        var connecting = client.ConnectAsync(IPAddress.Loopback, port, Cancellation).AsTask();
        await connecting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return connecting.IsCompletedSuccessfully;
    }

    private sealed class Fakes : IServerProvisioner
    {
        public string Name => "fakes";

        public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) => default;

        public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default) =>
            Task.FromResult<ProvisionedServer>(new FakeServer { ConnectionString = "127.0.0.1:9" });
    }
}
