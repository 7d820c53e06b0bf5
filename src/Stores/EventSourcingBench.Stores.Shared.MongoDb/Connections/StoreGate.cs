using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Lets appends in while the store is open, and lets closing wait for those that are inside.</summary>
internal sealed class StoreGate : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource _empty = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _inside;
    private bool _isClosed;

    /// <summary>True from when closing began.</summary>
    public bool IsClosing => _closing.IsCancellationRequested;

    /// <summary>Ends what waits. A write that was sent does not wait for this: it ends by its own time limits.</summary>
    public CancellationToken WhenClosing() => _closing.Token;

    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public void Enter()
    {
        lock (_gate)
        {
            if (_isClosed)
            {
                throw MongoErrors.StoreClosed();
            }

            _inside++;
        }
    }

    public void Leave()
    {
        lock (_gate)
        {
            _inside--;
            if (_isClosed && _inside == 0)
            {
                _empty.TrySetResult();
            }
        }
    }

    /// <summary>Waits until nobody is inside. True the first time only.</summary>
    public async Task<bool> CloseAsync()
    {
        lock (_gate)
        {
            if (_isClosed)
            {
                return false;
            }

            _isClosed = true;
            if (_inside == 0)
            {
                _empty.TrySetResult();
            }
        }

        await _closing.CancelAsync();
        await _empty.Task;
        return true;
    }

    public void Dispose() => _closing.Dispose();
}
