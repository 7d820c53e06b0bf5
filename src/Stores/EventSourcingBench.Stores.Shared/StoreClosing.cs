namespace EventSourcingBench.Stores.Shared;

/// <summary>Whether a store is closed, for calls that start afterwards and for those that wait meanwhile.</summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage("Design", "CA1001", Justification = "A source without a timer has nothing to release.")]
public sealed class StoreClosing
{
    private readonly CancellationTokenSource _closing = new();
    private int _isClosed;

    public bool IsClosed => _closing.IsCancellationRequested;

    /// <summary>The exception for callers of a closed store.</summary>
    public static StoreUnavailableException Error(Exception? cause = null) => new("The store was closed. Open it again.", cause);

    public void ThrowIfClosed()
    {
        if (IsClosed)
            throw Error();
    }

    /// <summary>A source that is cancelled with the caller's token or when the store is closed.</summary>
    public CancellationTokenSource Link(CancellationToken cancellationToken) =>
        CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _closing.Token);

    /// <summary>Waits for a step whose token is cancelled by the caller or when the store is closed.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public async ValueTask<T> UntilClosedAsync<T>(Task<T> step, CancellationToken callers)
    {
        try
        {
            return await step;
        }
        catch (OperationCanceledException) when (IsClosed && !callers.IsCancellationRequested)
        {
            throw Error();
        }
    }

    /// <summary>Closes the store, and returns whether it was open.</summary>
    public async ValueTask<bool> CloseAsync()
    {
        var wasOpen = Interlocked.Exchange(ref _isClosed, 1) == 0;
        if (wasOpen)
            await _closing.CancelAsync();

        return wasOpen;
    }
}
