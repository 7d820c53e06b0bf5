using System.Globalization;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>Kills a node of the API in the middle of a load, and starts it again after a while.</summary>
internal sealed class NodeOutage : IAsyncDisposable
{
    private static readonly TimeSpan Away = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(10);

    private readonly ApiNodeGroup _nodes;
    private readonly StepHistory _history;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task<NodeDeathRecord?> _outage;
    private (long From, long To) _watched;

    /// <param name="nodes">The nodes, two or more.</param>
    /// <param name="at">When, from now.</param>
    /// <param name="history">What was asked and answered.</param>
    /// <param name="time">The clock.</param>
    public NodeOutage(ApiNodeGroup nodes, TimeSpan at, StepHistory history, TimeProvider time)
    {
        (_nodes, _history, _time) = (nodes, history, time);
        _outage = RunAsync(at);
    }

    /// <summary>The load has ended: what is not yet done of it is left.</summary>
    /// <returns>What happened; null where the load ended first.</returns>
    public async Task<NodeDeathRecord?> EndAsync()
    {
        await _stop.CancelAsync();
        var death = await _outage;
        return death is null ? null : death with { Pause = OutageView.LongestPause(_history, _watched.From, _watched.To) };
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        _stop.Dispose();
    }

    private async Task<NodeDeathRecord?> RunAsync(TimeSpan at)
    {
        if (!await WaitAsync(at))
        {
            return null;
        }

        var killed = _history.Now;
        var node = _nodes.Kill() + 1;
        var again = "it was not started again: the load had ended";
        if (await WaitAsync(Away))
        {
            try
            {
                await _nodes.RestartAsync(CancellationToken.None);
                again = string.Create(CultureInfo.InvariantCulture, $"it was started again after {Away.TotalSeconds:0} s");
            }
            catch (StoreFailureException e)
            {
                again = $"it could not be started again: {e.Message.TrimEnd('.')}";
            }
        }

        // A run may go on for an hour: what stops it then is not this death.
        await WaitAsync(Settling);
        _watched = (killed, _history.Now);
        return new NodeDeathRecord
        {
            At = at,
            What = string.Create(CultureInfo.InvariantCulture, $"Node {node} of {_nodes.Count} of the API was killed, its shows went to the others; {again}."),
            Pause = TimeSpan.Zero,
        };
    }

    private async Task<bool> WaitAsync(TimeSpan duration)
    {
        try
        {
            await Task.Delay(duration, _time, _stop.Token);
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
