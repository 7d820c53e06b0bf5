using System.Diagnostics.CodeAnalysis;

namespace EventSourcingBench.LoadTests.Tests;

/// <summary>A store in this process whose every reset opens a new world.</summary>
internal sealed class FakeStore
{
    /// <summary>Each reset, by its number from 0, has a world that is made for it; by default one that does not fail.</summary>
    public FakeStore(Func<int, BulkWorld>? world = null, ProvisionedServer? server = null, string folder = "/nowhere")
    {
        Target = new(
            new CatalogEntry<StoreDefinition>("fake", "", Plugin: null, new() { Name = "fake", OpenAsync = OpenAsync }),
            server, new Dictionary<string, string>(StringComparer.Ordinal), folder, PluginFolders: [], Keep: false);
        UnderTest = new(Target);

        Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
        {
            Worlds.Add(world?.Invoke(Worlds.Count) ?? new BulkWorld());
            return Task.FromResult<IStore>(Worlds[^1]);
        }
    }

    public List<BulkWorld> Worlds { get; } = [];

    public StoreTarget Target { get; }

    public DirectStore UnderTest { get; }
}

/// <summary>A server that notes what is done to it.</summary>
internal sealed class FakeServer : ProvisionedServer
{
    private bool _hasLostNode;

    [SetsRequiredMembers]
    public FakeServer(int nodes = 1, bool canKillNode = false, params int[] processIds)
    {
        (Kind, ConnectionString, Origin, Nodes) = ("fake", "", "here", nodes);
        (CanKillNode, ProcessIds) = (canKillNode, processIds);
    }

    public List<string> Seen { get; } = [];

    /// <summary>How many starts fail, from now on.</summary>
    public int Failures { get; set; }

    public override bool CanKillNode { get; }

    public override bool HasLostNode => _hasLostNode;

    public override bool CanRestart => true;

    public override IReadOnlyList<int> ProcessIds { get; }

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
