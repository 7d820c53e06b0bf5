namespace EventSourcingBench.LoadTests.Steps;

/// <summary>Kills a node of the API or of the store's server beside a load. The longest time without a success is the pause.</summary>
internal sealed class NodeFault : IAsyncDisposable
{
    private static readonly TimeSpan Away = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(10);

    private readonly StepHistory _history;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<NodeDeathRecord?> _running;

    /// <summary>Kills at this time from now. <paramref name="kill"/> says which node, without a full stop where it is started again;
    /// <paramref name="restart"/> does that five seconds later, and says so. Null: the pause may be anywhere until the end.</summary>
    public NodeFault(TimeSpan at, Func<Task<string>> kill, Func<TimeSpan, Task<string>>? restart, StepHistory history, TimeProvider time)
    {
        (_history, _time) = (history, time);
        _running = RunAsync(at, kill, restart);
    }

    /// <summary>The load has ended: what is not yet done is left.</summary>
    /// <returns>What happened; null where the load ended before the node was killed.</returns>
    public async Task<NodeDeathRecord?> EndAsync()
    {
        await _stop.CancelAsync();
        return await _running;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private async Task<NodeDeathRecord?> RunAsync(TimeSpan at, Func<Task<string>> kill, Func<TimeSpan, Task<string>>? restart)
    {
        if (!await WaitAsync(at))
            return null;

        var killed = _history.Now;
        var what = await kill();
        if (restart is not null)
            what += await WaitAsync(Away) ? $"; {await restart(Away)}." : "; it was not started again: the load had ended.";

        // A run may go on for an hour: what stops it long after a restart is not this death.
        await WaitAsync(restart is null ? Timeout.InfiniteTimeSpan : Settling);
        return new NodeDeathRecord(at, what, OutageView.LongestPause(_history, killed, _history.Now));
    }

    /// <returns>False when the load has ended meanwhile.</returns>
    private async Task<bool> WaitAsync(TimeSpan duration)
    {
        await Task.Delay(duration, _time, _stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !_stop.IsCancellationRequested;
    }
}

/// <param name="Pause">The longest time after the death in which nothing was acknowledged.</param>
internal sealed record NodeDeathRecord(TimeSpan At, string What, TimeSpan Pause)
{
    public string Mark => FormattableString.Invariant($"a node killed: {Pause.TotalSeconds:0.#} s without an acknowledgement");
}
