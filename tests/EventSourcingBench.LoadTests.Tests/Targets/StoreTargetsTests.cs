using EventSourcingBench.Hosting.Servers;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class StoreTargetsTests : TempFolderTest
{
    [Fact]
    public async Task Stores_that_share_a_server_which_loses_a_node_take_another_and_its_relays_end()
    {
        var fakes = new Fakes();
        var settings = TestTools.Settings("append", "--via direct --network-delay 0");
        await using var servers = Servers(fakes, "fake", settings);
        await using var targets = Targets(servers, settings, Store("one", "fake"), Store("two", "fake"));
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

    // Limits rule out the server of the environment.
    [Theory]
    [InlineData("", new[] { "one" })]
    [InlineData("--server-cpus 1", new[] { "one (1 node)", "one (3 nodes)" })]
    public async Task A_server_of_the_environment_has_the_nodes_that_it_has(string arguments, string[] names)
    {
        // A kind of this test alone, so that the variable disturbs no other test.
        const string kind = "test-given";
        Environment.SetEnvironmentVariable(EnvironmentProvisioner.Variable(kind), "127.0.0.1:9");
        var settings = TestTools.Settings("append", $"--via direct --nodes 1,3 {arguments}");
        await using var servers = Servers(new Fakes(), kind, settings);
        await using var targets = Targets(servers, settings, Store("one", kind));
        await targets.OpenAsync(Cancel);
        targets.Names.ShouldBe(names);
    }

    private ServerPool Servers(Fakes fakes, string kind, RunSettings settings) => new(new ServerPoolOptions
    { WorkFolder = Temp.Path, Extra = [fakes], Kinds = [new ServerKind { Name = kind }], Limits = settings.ServerLimits });

    private StoreTargets Targets(ServerPool servers, RunSettings settings, params CatalogEntry<StoreDefinition>[] stores)
    {
        var disk = new DataDisk(Temp.Path, TestTools.Environment);
        return new StoreTargets(
            new StoreSelection(stores, []), servers, settings, RunPreparation.Make(settings, TimeProvider.System), new RunData(disk, disk),
            new RunProgress(TextWriter.Null, TimeProvider.System));
    }

    private static CatalogEntry<StoreDefinition> Store(string name, string kind) => new(
        name, "", Plugin: null,
        new() { Name = name, Replicated = true, OpenAsync = (_, _) => Task.FromResult<IStore>(new BulkWorld()) }, Server: kind);

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

        public bool CanLimit => true;

        public ValueTask<Unavailable?> CheckAsync(ServerKind kind, CancellationToken cancellationToken = default) => default;

        public int Started { get; private set; }

        public Task<ProvisionedServer> StartAsync(ServerRequest request, CancellationToken cancellationToken = default)
        {
            Started++;
            return Task.FromResult<ProvisionedServer>(new FakeServer(request.Nodes)
            { Kind = request.Kind.Name, ConnectionString = "127.0.0.1:9" });
        }
    }
}
