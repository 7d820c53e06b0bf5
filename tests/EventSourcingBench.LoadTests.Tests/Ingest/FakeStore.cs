using System.Diagnostics.CodeAnalysis;
using EventSourcingBench.Hosting.Catalogs;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store under test whose every reset takes a new world.</summary>
internal sealed class FakeStore(Func<int, BulkWorld> world, ProvisionedServer? server = null) : IStoreUnderTest
{
    public List<BulkWorld> Worlds { get; } = [];

    public StoreTarget Target { get; } = new(
        new CatalogEntry<StoreDefinition>("fake", "", Plugin: null, new() { Name = "fake", OpenAsync = (_, _) => throw Unused() }),
        server, new Dictionary<string, string>(StringComparer.Ordinal), DataFolder: "", PluginFolders: [], Keep: false);

    public BulkStore? BulkStore => BulkStore.Of(Worlds[^1]);

    public StoreCapabilities Capabilities => Worlds[^1].Capabilities;

    public ReadConsistency Reads => ReadConsistency.Linearizable;

    public IReadOnlyList<int> ServerProcessIds { get; init; } = [];

    public Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        Worlds.Add(world(Worlds.Count));
        return Task.CompletedTask;
    }

    public bool HasLostNode => server is { HasLostNode: true };

    public IReadBack ReadBack() => new DirectReadBack(Worlds[^1]);

    public Task EndReopenedAsync(bool isOpenedAgain = false) => Task.CompletedTask;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    // Bulk appends need none of the others.
    public int EventsOfJoining => throw Unused();
    public Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) => throw Unused();
    public Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken) => throw Unused();
    public Task<Api.Contracts.StoreWork> ReadWorkAsync(int node, bool counters, bool plans, CancellationToken cancel) => throw Unused();
    public Task<string?> RestAsync(CancellationToken cancellationToken) => throw Unused();
    public Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken) => throw Unused();
    public Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) => throw Unused();
    public Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken) => throw Unused();
    public Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken) => throw Unused();
    public Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken) => throw Unused();
    public ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout) => throw Unused();
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
