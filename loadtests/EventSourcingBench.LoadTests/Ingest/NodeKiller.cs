using System.Globalization;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>Kills a node of the store's server at its time, in the last trial of a step with nodes to spare.</summary>
internal sealed class NodeKiller : IAsyncDisposable
{
    private const int LeastNodes = 3;

    private readonly IPouredInto _store;
    private readonly ProvisionedServer _server;
    private readonly FlushLog _log;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<(TimeSpan At, string What)?> _killing;

    private NodeKiller(IPouredInto store, TimeSpan at, FlushLog log, TimeProvider time)
    {
        (_store, _server, _log, _time) = (store, store.Server!, log, time);
        _killing = KillAsync(at);
    }

    /// <summary>Why no node was killed; null when one was, or as long as it is not known.</summary>
    public string? Note { get; private set; }

    /// <summary>Sets the clock, where the step's workload and server are such that a node shall die; else null.</summary>
    public static NodeKiller? Begin(Step step, IPouredInto store, int trial, FlushLog log, TimeProvider time) =>
        step.Workload.KillNodeAt is { } at && trial == step.Workload.Trials && store.Server is { Nodes: >= LeastNodes }
            ? new NodeKiller(store, at, log, time)
            : null;

    /// <summary>The trial has ended.</summary>
    /// <returns>What has happened; null where nothing has, and <see cref="Note"/> says why.</returns>
    public async Task<NodeDeathRecord?> EndAsync()
    {
        await _stop.CancelAsync();
        return await _killing is { } death
            ? new NodeDeathRecord { At = death.At, What = death.What, Pause = _log.Pause }
            : null;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private async Task<(TimeSpan At, string What)?> KillAsync(TimeSpan at)
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
            Note = string.Create(CultureInfo.InvariantCulture, $"No node was killed: the trial had ended before {at.TotalSeconds:0.#} s. Pour in more events.");
            return null;
        }

        _store.SpoilServer();
        var died = _time.GetTimestamp();
        _log.NodeDied(died);
        try
        {
            return (_time.GetElapsedTime(start, died), await _server.KillNodeAsync(CancellationToken.None));
        }
        catch (StoreUnavailableException e)
        {
            return (_time.GetElapsedTime(start, died), e.Message);
        }
    }
}
