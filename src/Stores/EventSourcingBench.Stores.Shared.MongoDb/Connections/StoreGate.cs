namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>Counts appends in progress, so that closing can refuse new ones and wait for the others.</summary>
internal sealed class StoreGate : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CancellationTokenSource _closing = new();
    private readonly TaskCompletionSource _empty = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // One for the open store itself.
    private int _inside = 1;
    private bool _isClosed;

    public bool IsClosing => _closing.IsCancellationRequested;

    /// <summary>Is cancelled when the store closes. A write that was sent does not use it: its own time limits end it.</summary>
    public CancellationToken WhenClosing() => _closing.Token;

    public void Enter()
    {
        lock (_gate)
        {
            if (_isClosed)
                throw StoreClosing.Error();

            _inside++;
        }
    }

    public void Leave()
    {
        lock (_gate)
        {
            if (--_inside == 0)
                _empty.TrySetResult();
        }
    }

    /// <summary>Waits until no append is in progress. Returns true the first time only.</summary>
    public async Task<bool> CloseAsync()
    {
        lock (_gate)
        {
            if (_isClosed)
                return false;

            _isClosed = true;
        }

        Leave();
        await _closing.CancelAsync();
        await _empty.Task;
        return true;
    }

    public void Dispose() => _closing.Dispose();
}
