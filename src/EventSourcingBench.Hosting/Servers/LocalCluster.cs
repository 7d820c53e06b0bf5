using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>Nodes that were started on this machine, of which one at a time can be killed.</summary>
internal abstract class LocalCluster : ProvisionedServer
{
    private readonly SemaphoreSlim _turn = new(1, 1);

    /// <summary>The main processes of all nodes, also of those that were killed.</summary>
    public abstract override IReadOnlyList<int> ProcessIds { get; }

    /// <inheritdoc/>
    public sealed override async Task<string> KillNodeAsync(CancellationToken cancellationToken = default)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            return CanKillNode ? await KillAsync(cancellationToken) : await base.KillNodeAsync(cancellationToken);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public sealed override async ValueTask DisposeAsync()
    {
        await StopAsync();
        _turn.Dispose();
    }

    /// <summary>Kills the node whose death is worst. Called while there is one to spare, and never twice at a time.</summary>
    protected abstract Task<string> KillAsync(CancellationToken cancellationToken);

    /// <summary>Stops all nodes.</summary>
    protected abstract Task StopAsync();
}
