namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes subscriptions in this process when the store has committed events.</summary>
public sealed class CommitSignal
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _next;
    private long _head;
    private bool _closed;

    /// <summary>Wakes subscriptions that wait for new events.</summary>
    /// <param name="head">The position of the last readable event.</param>
    public void Advance(long head)
    {
        TaskCompletionSource? next;
        lock (_gate)
        {
            if (head <= _head)
            {
                return;
            }

            _head = head;
            (next, _next) = (_next, null);
        }

        next?.SetResult();
    }

    /// <summary>Waits until there are events after the position.</summary>
    /// <param name="position">The position of the subscription's last event.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public Task WaitBehindAsync(long position, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_closed)
            {
                throw Closed();
            }

            if (_head > position)
            {
                return Task.CompletedTask;
            }

            _next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _next.Task.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Ends all waits with an exception: the store is closed.</summary>
    public void Close()
    {
        TaskCompletionSource? next;
        lock (_gate)
        {
            _closed = true;
            (next, _next) = (_next, null);
        }

        next?.SetException(Closed());
    }

    private static StoreUnavailableException Closed() => new("The store was closed. Open it again to go on.");
}
