namespace EventSourcingBench.Stores.Shared;

/// <summary>Wakes subscriptions in this process when the store has committed events.</summary>
public sealed class CommitSignal
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _next;
    private long _head;
    private volatile bool _closed;

    /// <param name="head">The position of the last readable event.</param>
    public void Advance(long head)
    {
        lock (_gate)
        {
            if (head <= _head)
                return;

            // Continuations run elsewhere, not under the lock.
            _head = head;
            _next?.SetResult();
            _next = null;
        }
    }

    /// <exception cref="StoreUnavailableException">The store was closed.</exception>
    public Task WaitBehindAsync(long position, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            if (_head > position)
                return Task.CompletedTask;

            _next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            return _next.Task.WaitAsync(cancellationToken);
        }
    }

    public void ThrowIfClosed()
    {
        if (_closed)
            throw StoreClosing.Error();
    }

    /// <summary>A subscription to a store that commits positions in their order: no event appears before one that was read.</summary>
    public async IAsyncEnumerable<EventBatch> FollowAsync(
        Checkpoint after, Func<long, (IReadOnlyList<RecordedEvent> Events, bool CaughtUp)> read,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var position = PositionCheckpoint.Parse(after);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var (events, caughtUp) = read(position);
            position = events.Count > 0 ? events[^1].Position!.Value : position;
            yield return new EventBatch(events, PositionCheckpoint.At(position), caughtUp);
            if (caughtUp)
                await WaitBehindAsync(position, cancellationToken);
        }
    }

    /// <summary>The same for a DCB store.</summary>
    public async IAsyncEnumerable<DcbRecordedEvent> FollowAsync(
        long after, Func<long, DcbReadResult> read, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var page = read(after);
            foreach (var found in page.Events)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return found;
                after = found.Position;
            }

            if (page.Events.Count == 0)
            {
                after = Math.Max(after, page.Head);
                await WaitBehindAsync(after, cancellationToken);
            }
        }
    }

    /// <summary>Ends all waits with an exception: the store is closed.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _closed = true;
            _next?.SetException(StoreClosing.Error());
            _next = null;
        }
    }
}
