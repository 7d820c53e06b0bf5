using System.Data.Common;

namespace EventSourcingBench.Hosting.Servers;

internal sealed class LocalServer(LocalStart start) : ProvisionedServer
{
    private static readonly TimeSpan LeaderLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly List<LocalNode> _alive = [.. start.Processes];

    /// <summary>The main processes of all nodes, also of those that were killed.</summary>
    public override IReadOnlyList<int> ProcessIds => [.. start.Processes.Select(p => p.ProcessId!.Value)];

    /// <summary>True while a majority is left without one node more.</summary>
    public override bool CanKillNode => _alive.Count - 1 > Nodes / 2;

    public override bool HasLostNode => _alive.Count < Nodes;

    public override bool CanRestart => !HasLostNode;

    public override async Task<string> KillNodeAsync(CancellationToken cancellationToken = default)
    {
        if (!CanKillNode)
            return await base.KillNodeAsync(cancellationToken);

        var cluster = start.Spec.Cluster!;
        var killed = await LeaderAsync(cluster, cancellationToken);
        _alive.Remove(killed);
        await killed.KillAsync(cancellationToken);
        var was = $"{killed.Node.Name}, the {cluster.Leader}, was killed (SIGKILL)";
        try
        {
            return $"{was}; {await cluster.ReplaceAsync([.. _alive.Select(n => n.Node)], cancellationToken)}.";
        }
        catch (Exception e) when (e is StoreUnavailableException or DbException)
        {
            // The death is a fact, also where no other node takes its place.
            return $"{was}; {e.Message.TrimEnd('.')}.";
        }
    }

    public override Task KillAsync(int? node = null, CancellationToken cancellationToken = default) => CanRestart
        ? Task.WhenAll((node is { } number ? [start.Processes[number - 1]] : _alive).Select(n => n.KillAsync(cancellationToken)))
        : base.KillAsync(node, cancellationToken);

    public override Task RestartAsync(CancellationToken cancellationToken = default) => CanRestart
        ? LocalStart.StartAsync(start.Processes.Where(p => !p.HasServed), cancellationToken) : base.RestartAsync(cancellationToken);

    public override bool CanIsolateNode => start.Links is not null;

    public override void IsolateNode(int? node)
    {
        if (start.Links is { } links)
            links.Isolate(node);
        else
            base.IsolateNode(node);
    }

    public override ValueTask DisposeAsync() => start.DisposeAsync();

    private async Task<LocalNode> LeaderAsync(ClusterSpec cluster, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(LeaderLimit);
        try
        {
            while (true)
            {
                foreach (var node in _alive)
                {
                    if (await cluster.IsLeaderAsync(node.Node, limit.Token))
                        return node;
                }

                await Task.Delay(Pause, limit.Token);
            }
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException(
                $"No node of the {Kind} server was its {cluster.Leader} within {LeaderLimit.TotalSeconds:0} s.", e);
        }
    }
}
