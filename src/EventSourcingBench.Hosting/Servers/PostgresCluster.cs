using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>
/// A primary and the standbys that follow it. Each commit is on the disks of a majority of all nodes before it is
/// acknowledged, also after a node's death.
/// </summary>
internal sealed class PostgresCluster : LocalCluster
{
    private readonly List<PostgresNode> _dead = [];
    private List<PostgresNode> _standbys;
    private PostgresNode _primary;

    /// <param name="primary">The node that takes writes.</param>
    /// <param name="standbys">Those that follow it.</param>
    public PostgresCluster(PostgresNode primary, IEnumerable<PostgresNode> standbys)
    {
        _primary = primary;
        _standbys = [.. standbys];
        Nodes = _standbys.Count + 1;
        ProcessId = primary.Process.ProcessId;
        ProcessIds = [.. _standbys.Prepend(primary).Select(n => n.Process.ProcessId)];
    }

    /// <inheritdoc/>
    public override IReadOnlyList<int> ProcessIds { get; }

    /// <summary>True while a majority is left without one node more.</summary>
    public override bool CanKillNode => _standbys.Count > Acknowledging;

    private int Acknowledging => PostgresSettings.Acknowledging(Nodes);

    /// <summary>Waits until all standbys stream and count for the primary's commits.</summary>
    public async Task SynchroniseAsync(CancellationToken cancellationToken)
    {
        while (await _primary.AskAsync(
            cancellationToken,
            "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'") != $"{_standbys.Count}")
        {
            await Task.Delay(50, cancellationToken);
        }
    }

    /// <inheritdoc/>
    protected override Task StopAsync() =>
        Task.WhenAll(_standbys.Concat(_dead).Append(_primary).Select(n => n.Process.DisposeAsync().AsTask()));

    // The standby that received most has everything that was acknowledged: each acknowledged commit was on the disk of
    // some standby, and what a standby has is a beginning of the log, so that more of it has all that less of it has.
    // Each node was started with the rule of acknowledging, so that it is in force before the new primary's first commit:
    // a rule that is set by a reload is in force only when the checkpointer has handled it, at a time that nothing tells.
    protected override async Task<string> KillAsync(CancellationToken cancellationToken)
    {
        var killed = _primary;
        killed.Process.Kill();
        await killed.Process.Exited.WaitAsync(cancellationToken);
        _dead.Add(killed);
        var received = await Task.WhenAll(_standbys.Select(async s => (Node: s, Bytes: await s.ReceivedAsync(cancellationToken))));
        _primary = received.MaxBy(r => r.Bytes).Node;
        _standbys = [.. _standbys.Where(s => s != _primary)];
        if (await _primary.AskAsync(cancellationToken, "SELECT pg_promote(true, 30)") != "t")
        {
            throw new StoreUnavailableException($"{_primary.Name} was not promoted within 30 s.");
        }

        await Task.WhenAll(_standbys.Select(s => s.FollowAsync(_primary, cancellationToken)));
        return $"{killed.Name}, the primary, was killed (SIGKILL); {_primary.Name}, which had received most of the log, was promoted, and {string.Join(", ", _standbys.Select(s => s.Name))} {(_standbys.Count == 1 ? "follows" : "follow")} it.";
    }
}
