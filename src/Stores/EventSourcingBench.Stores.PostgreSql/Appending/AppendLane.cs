using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// One connection that appends. What comes in while a commit is under way waits and shares the next one. All appends to
/// one stream go through one lane, which is why it may know the stream's version without asking.
/// </summary>
internal sealed class AppendLane(AppendConnection connection, int maxBatch, Action committed) : IAsyncDisposable
{
    private readonly Lock _gate = new();
    private readonly Queue<PendingAppend> _waiting = new();
    private readonly List<PendingAppend> _batch = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _draining;
    private bool _disposed;

    public void Enqueue(PendingAppend append)
    {
        lock (_gate)
        {
            if (_disposed)
            {
                throw PostgresErrors.StoreClosed();
            }

            _waiting.Enqueue(append);
            if (_draining)
            {
                return;
            }

            _draining = true;
        }

        // The caller that finds the lane idle sends for itself: no other thread has to wake up first.
        _ = DrainAsync();
    }

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _disposed = true;
            if (!_draining)
            {
                _ended.TrySetResult();
            }
        }

        await _ended.Task;
        await connection.DisposeAsync();
    }

    private async Task DrainAsync()
    {
        while (TakeBatch())
        {
            try
            {
                await AppendBatch.RunAsync(connection, _batch);
            }
            catch (Exception e)
            {
                // A defect: whoever waits must see it, and the lane must go on for the others.
                foreach (var append in _batch.Where(a => !a.IsDecided))
                {
                    append.Failure = e;
                }
            }

            if (_batch.Exists(a => a.Result is Appended))
            {
                committed();
            }

            var first = _batch[0];
            if (_batch.Count == 1 && TryRest())
            {
                // Nobody else waits: the one caller goes on right here, which saves a change of threads.
                first.Complete();
                return;
            }

            foreach (var append in _batch)
            {
                ThreadPool.UnsafeQueueUserWorkItem(static a => a.Complete(), append, preferLocal: false);
            }

            // Those who were just answered often append again at once: let them in before the next commit is sent.
            await Task.Yield();
        }
    }

    private bool TakeBatch()
    {
        lock (_gate)
        {
            _batch.Clear();
            while (_batch.Count < maxBatch && _waiting.TryDequeue(out var append))
            {
                _batch.Add(append);
            }

            return _batch.Count > 0 || !Rest();
        }
    }

    private bool TryRest()
    {
        lock (_gate)
        {
            return _waiting.Count == 0 && Rest();
        }
    }

    // From here on another caller may start to drain: the lane's state is no longer this loop's.
    private bool Rest()
    {
        _draining = false;
        if (_disposed)
        {
            _ended.TrySetResult();
        }

        return true;
    }
}
