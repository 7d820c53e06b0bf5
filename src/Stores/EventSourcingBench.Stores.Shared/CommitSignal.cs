using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes subscriptions of a store in this process when it has committed events.</summary>
public sealed class CommitSignal
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _next;
    private long _head;
    private bool _closed;

    /// <summary>Wakes subscriptions when there are new events.</summary>
    /// <param name="head">The position of the last event that can be read.</param>
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

    /// <summary>Waits until there are events behind the position.</summary>
    /// <param name="position">The position of the last event that the subscription has.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
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

    /// <summary>The store is closed: all waiting ends with an exception.</summary>
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
