namespace EventSourcingBench.Stores.Shared.MongoDb.Connections;

/// <summary>Counts appends in progress, so that closing can refuse new ones and wait for the others.</summary>
internal sealed class StoreGate : IDisposable
{
    private readonly CancellationTokenSource _closing = new();

    // One for the open store itself. It takes no more once it has reached 0.
    private readonly CountdownEvent _inside = new(1);
    private int _isClosed;

    public bool IsClosing => _closing.IsCancellationRequested;

    /// <summary>Is cancelled when the store closes. A write that was sent does not use it: its own time limits end it.</summary>
    public CancellationToken WhenClosing() => _closing.Token;

    public void Enter()
    {
        if (IsClosing || !_inside.TryAddCount())
            throw StoreClosing.Error();
    }

    public void Leave() => _inside.Signal();

    /// <summary>Waits until no append is in progress. Returns true the first time only.</summary>
    public async Task<bool> CloseAsync()
    {
        if (Interlocked.Exchange(ref _isClosed, 1) == 1)
            return false;

        await _closing.CancelAsync();
        Leave();
        await Task.Run(_inside.Wait, CancellationToken.None);
        return true;
    }

    public void Dispose()
    {
        _closing.Dispose();
        _inside.Dispose();
    }
}
