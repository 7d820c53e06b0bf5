using System.Globalization;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>Kills a node of the store's server at its time, in the last trial of a step with nodes to spare.</summary>
internal sealed class NodeKiller : IAsyncDisposable
{
    private const int LeastNodes = 3;

    private readonly IBulkTarget _store;
    private readonly ProvisionedServer _server;
    private readonly StepHistory _history;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<(TimeSpan At, long Timestamp, string What)?> _killing;

    private NodeKiller(IBulkTarget store, TimeSpan at, StepHistory history, TimeProvider time)
    {
        (_store, _server, _history, _time) = (store, store.Server!, history, time);
        _killing = KillAsync(at);
    }

    /// <summary>Why no node was killed; null when one was, or as long as it is not known.</summary>
    public string? Note { get; private set; }

    /// <summary>Sets the clock, where the step's workload and server are such that a node shall die; else null.</summary>
    public static NodeKiller? Begin(Step step, IBulkTarget store, StepHistory history, TimeProvider time) =>
        step.Workload.Get(LoadParameters.KillNodeAt) is { } at && step.Trial == step.Trials && store.Server is { Nodes: >= LeastNodes }
            ? new NodeKiller(store, at, history, time)
            : null;

    /// <summary>The trial has ended.</summary>
    /// <returns>What has happened; null where nothing has, and <see cref="Note"/> says why.</returns>
    public async Task<NodeDeathRecord?> EndAsync()
    {
        var end = Ticks(_time.GetTimestamp());
        await _stop.CancelAsync();
        return await _killing is { } death
            ? new NodeDeathRecord { At = death.At, What = death.What, Pause = OutageView.LongestPause(_history, Ticks(death.Timestamp), end) }
            : null;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private long Ticks(long timestamp) => _time.GetElapsedTime(0, timestamp).Ticks;

    private async Task<(TimeSpan At, long Timestamp, string What)?> KillAsync(TimeSpan at)
    {
        var start = _time.GetTimestamp();
        if (!_server.CanKillNode)
        {
            Note = $"No node was killed: the server ({_server.Origin}) was not started here.";
            return null;
        }

        try
        {
            await Task.Delay(at, _time, _stop.Token);
        }
        catch (OperationCanceledException)
        {
            Note = string.Create(
                CultureInfo.InvariantCulture,
                $"No node was killed: the trial had ended before {at.TotalSeconds:0.#} s. Append more events.");
            return null;
        }

        _store.SpoilServer();
        var died = _time.GetTimestamp();
        try
        {
            return (_time.GetElapsedTime(start, died), died, await _server.KillNodeAsync(CancellationToken.None));
        }
        catch (StoreUnavailableException e)
        {
            return (_time.GetElapsedTime(start, died), died, e.Message);
        }
    }
}
