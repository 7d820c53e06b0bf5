using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>The members of an etcd cluster, which elect their leader by themselves.</summary>
internal sealed class EtcdCluster : LocalCluster
{
    private static readonly TimeSpan LeaderLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly List<EtcdNode> _alive;
    private readonly List<EtcdNode> _dead = [];

    /// <param name="nodes">All members, which serve.</param>
    public EtcdCluster(IReadOnlyList<EtcdNode> nodes)
    {
        _alive = [.. nodes];
        Nodes = nodes.Count;
        ProcessId = nodes[0].Process!.ProcessId;
        ProcessIds = [.. nodes.Select(n => n.Process!.ProcessId)];
    }

    /// <inheritdoc/>
    public override IReadOnlyList<int> ProcessIds { get; }

    /// <summary>True while a majority is left without one node more.</summary>
    public override bool CanKillNode => _alive.Count - 1 > Nodes / 2;

    /// <inheritdoc/>
    protected override Task StopAsync() => Task.WhenAll(_alive.Concat(_dead).Select(n => n.DisposeAsync().AsTask()));

    /// <inheritdoc/>
    protected override async Task<string> KillAsync(CancellationToken cancellationToken)
    {
        var killed = await LeaderAsync(cancellationToken);
        killed.Process!.Kill();
        _alive.Remove(killed);
        _dead.Add(killed);
        await killed.Process.Exited.WaitAsync(cancellationToken);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{killed.Name}, the leader, was killed (SIGKILL); {string.Join(" and ", _alive.Select(n => n.Name))} elect another by themselves.");
    }

    private async Task<EtcdNode> LeaderAsync(CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(LeaderLimit);
        try
        {
            while (true)
            {
                foreach (var node in _alive)
                {
                    if (await node.IsLeaderAsync(limit.Token))
                    {
                        return node;
                    }
                }

                await Task.Delay(Pause, limit.Token);
            }
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException($"No member of the etcd cluster led within {LeaderLimit.TotalSeconds:0} s.", e);
        }
    }
}
