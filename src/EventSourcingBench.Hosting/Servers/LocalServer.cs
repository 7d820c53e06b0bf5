using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Hosting;

/// <summary>A server of one process that was started from a binary on this machine.</summary>
/// <param name="process">The process, which serves.</param>
/// <param name="restart">Starts it again on the data of one that was killed; null where that is not supported.</param>
internal sealed class LocalServer(
    SupervisedProcess process, Func<SupervisedProcess, CancellationToken, Task<SupervisedProcess>>? restart = null) : ProvisionedServer
{
    private SupervisedProcess _process = process;

    /// <inheritdoc/>
    public override IReadOnlyList<int> ProcessIds => [_process.ProcessId];

    /// <inheritdoc/>
    public override bool CanRestart => restart is not null;

    /// <inheritdoc/>
    public override async Task KillAndRestartAsync(CancellationToken cancellationToken = default)
    {
        if (restart is null)
        {
            await base.KillAndRestartAsync(cancellationToken);
            return;
        }

        _process = await _process.ReplaceAsync(() => restart(_process, cancellationToken), cancellationToken);
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => _process.DisposeAsync();
}
