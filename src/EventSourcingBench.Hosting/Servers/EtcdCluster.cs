using System.Globalization;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>The members of an etcd cluster, which elect their leader by themselves.</summary>
internal sealed class EtcdCluster : LocalCluster
{
    private static readonly TimeSpan ServingLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan LeaderLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly string _subject;
    private readonly List<EtcdNode> _alive;
    private readonly List<EtcdNode> _dead = [];

    /// <param name="subject">What its messages are about: the executable.</param>
    /// <param name="nodes">All members, which serve.</param>
    public EtcdCluster(string subject, IReadOnlyList<EtcdNode> nodes)
    {
        _subject = subject;
        _alive = [.. nodes];
        Nodes = nodes.Count;
        ProcessId = nodes[0].Process!.ProcessId;
    }

    /// <inheritdoc/>
    public override IReadOnlyList<int> ProcessIds => [.. _alive.Concat(_dead).Select(n => n.Process!.ProcessId)];

    /// <summary>True while a majority is left without one node more.</summary>
    public override bool CanKillNode => _alive.Count - 1 > Nodes / 2;

    /// <inheritdoc/>
    public override bool CanRestart => _dead.Count == 0;

    /// <summary>Waits until all members serve.</summary>
    /// <param name="subject">What the messages are about: the executable.</param>
    /// <param name="nodes">The members, which were started.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <exception cref="StoreUnavailableException">One ended, or did not serve in time; the message has its last words.</exception>
    public static async Task ServeAsync(string subject, IReadOnlyList<EtcdNode> nodes, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(ServingLimit);
        try
        {
            // One that ends keeps the others waiting for it: the first to end decides.
            var serving = nodes.Select(n => n.ServesAsync(limit.Token)).ToList();
            await foreach (var served in Task.WhenEach(serving))
            {
                if (!await served)
                {
                    var ended = nodes[serving.IndexOf(served)];
                    throw new StoreUnavailableException(
                        $"{subject} did not start ({ended.Name}). {Sentence.LastWords(ended.LastWords)}");
                }
            }
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new StoreUnavailableException(
                $"{subject} did not serve within {ServingLimit.TotalSeconds:0} s. {Sentence.LastWords(nodes[0].LastWords)}",
                e);
        }
        finally
        {
            await limit.CancelAsync();
        }
    }

    /// <inheritdoc/>
    public override async Task KillAndRestartAsync(CancellationToken cancellationToken = default)
    {
        if (!CanRestart)
        {
            await base.KillAndRestartAsync(cancellationToken);
            return;
        }

        await Task.WhenAll(_alive.Select(n => n.RestartAsync(cancellationToken)));
        await ServeAsync(_subject, _alive, cancellationToken);
    }

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
