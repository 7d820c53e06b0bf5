using System.Diagnostics.CodeAnalysis;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store under test whose every reset takes a new world.</summary>
internal sealed class FakeStore(Func<int, BulkWorld> world, ProvisionedServer? server = null) : IStoreUnderTest
{
    private BulkWorld? _world;

    public List<BulkWorld> Worlds { get; } = [];

    public int Spoilt { get; private set; }

    public BulkStore? BulkStore => BulkStore.Of(_world!);

    public StoreCapabilities Capabilities => _world!.Capabilities;

    public ReadConsistency Reads => ReadConsistency.Linearizable;

    public ProvisionedServer? Server => server;

    public string StoreName => "fake";

    public IReadOnlyList<int> ServerProcessIds { get; init; } = [];

    public int EventsOfJoining => throw Unused();

    public Task StartCommandSideAsync(ReservationStrategy strategy, CancellationToken cancellationToken) => throw Unused();

    public Task PreloadEnrolmentsAsync(long operations, EventIds ids, CancellationToken cancellationToken) => throw Unused();

    public Task<ShownSeats?> ReadShowAsync(string show, CancellationToken cancellationToken) => throw Unused();

    public Task ResetAsync(int copies, CancellationToken cancellationToken)
    {
        _world = world(Worlds.Count);
        Worlds.Add(_world);
        return Task.CompletedTask;
    }

    public void SpoilServer() => Spoilt++;

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    public Task<StoreRecord> DescribeAsync(CancellationToken cancellationToken) => throw Unused();

    public string? WhyNotKilled => null;

    public ValueTask EndReopenedAsync() => ValueTask.CompletedTask;

    public Task<IProjectionTarget?> RestartProjectionAsync(IProjection projection, CancellationToken cancellationToken) => throw Unused();

    public IReadBack ReadBack() => new DirectReadBack(_world!);

    public Task<IProjectionTarget?> StartProjectionAsync(IProjection projection, CancellationToken cancellationToken) => throw Unused();

    public Task<ReopenedStore> ReopenAsync(IProjection? projection, bool kill, CancellationToken cancellationToken) => throw Unused();

    public ValueTask<LoadReply> SendAsync(int worker, StoreOperation operation, TimeSpan timeout) => throw Unused();

    private static NotSupportedException Unused() => new();
}

/// <summary>A server of three nodes.</summary>
internal sealed class FakeCluster : ProvisionedServer
{
    private readonly Func<string> _kill;

    [SetsRequiredMembers]
    public FakeCluster(bool canKill, Func<string> kill)
    {
        (CanKillNode, _kill) = (canKill, kill);
        (Kind, ConnectionString, Origin, Nodes) = ("fake", "", "here", 3);
    }

    public override bool CanKillNode { get; }

    public override Task<string> KillNodeAsync(CancellationToken cancellationToken = default) => Task.FromResult(_kill());

    public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
