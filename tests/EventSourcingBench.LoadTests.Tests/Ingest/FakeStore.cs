using System.Diagnostics.CodeAnalysis;
using EventSourcingBench.Api.Contracts;
using EventSourcingBench.Hosting.Catalogs;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store under test whose every reset takes a new world.</summary>
internal sealed class FakeStore(Func<int, BulkWorld> world, ProvisionedServer? server = null, params int[] serverProcessIds)
    : StoreUnderTest(Opened(server), renewServer: null)
{
    public List<BulkWorld> Worlds { get; } = [];

    public override BulkStore? BulkStore => BulkStore.Of(Worlds[^1]);

    public override StoreCapabilities Capabilities => Worlds[^1].Capabilities;

    public override IReadOnlyList<int> ServerProcessIds => serverProcessIds;

    public override Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        Worlds.Add(world(Worlds.Count));
        return Task.CompletedTask;
    }

    public override IReadBack ReadBack() => new DirectReadBack(Worlds[^1]);

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;

    // Bulk appends need none of the others.
    public override Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancel) => throw Unused();
    public override Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancel) => throw Unused();
    public override Task<StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancel) => throw Unused();
    public override Task<string?> RestAsync(CancellationToken cancel) => throw Unused();
    public override Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancel) => throw Unused();
    public override Task<StoreRecord> DescribeAsync(CancellationToken cancel) => throw Unused();
    public override Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancel) => throw Unused();
    public override Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancel) => throw Unused();
    public override Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancel) => throw Unused();
    public override ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout) => throw Unused();

    private static StoreTarget Opened(ProvisionedServer? server) => new(
        new CatalogEntry<StoreDefinition>("fake", "", Plugin: null, new() { Name = "fake", OpenAsync = (_, _) => throw Unused() }),
        server, new Dictionary<string, string>(StringComparer.Ordinal), DataFolder: "", PluginFolders: [], Keep: false);

    private static NotSupportedException Unused() => new();
}

/// <summary>A server that notes what is done to it.</summary>
internal sealed class FakeServer : ProvisionedServer
{
    private bool _hasLostNode;

    [SetsRequiredMembers]
    public FakeServer(int nodes = 1, bool canKillNode = false)
    {
        (Kind, ConnectionString, Origin, Nodes) = ("fake", "", "here", nodes);
        CanKillNode = canKillNode;
    }

    public List<string> Seen { get; } = [];

    /// <summary>How many starts fail, from now on.</summary>
    public int Failures { get; set; }

    public override bool CanKillNode { get; }

    public override bool HasLostNode => _hasLostNode;

    public override bool CanRestart => true;

    /// <summary>Why a node cannot be killed; null: it can. Default: null.</summary>
    public string? KillFailure { get; init; }

    public override async Task<string> KillNodeAsync(CancellationToken cancellationToken = default)
    {
        if (KillFailure is not null)
            throw new StoreUnavailableException(KillFailure);

        _hasLostNode = true;
        await See("killed");
        return "killed the primary";
    }

    public override Task KillAsync(int? node = null, CancellationToken cancellationToken = default) =>
        See(node is null ? "killed" : $"killed {node}");

    public override Task RestartAsync(CancellationToken cancellationToken = default) =>
        Failures-- > 0 ? throw new StoreUnavailableException("It has no time.") : See("started");

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private Task See(string what)
    {
        Seen.Add(what);
        return Task.CompletedTask;
    }
}
