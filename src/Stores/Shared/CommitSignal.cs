using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes subscriptions of a store in this process when it has committed events.</summary>
internal sealed class CommitSignal
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _next;
    private long _head;
    private bool _closed;

    /// <summary>The events up to this position are there to be read. Wakes nobody when there are no new ones.</summary>
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

    /// <summary>Ends everybody's waiting.</summary>
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
