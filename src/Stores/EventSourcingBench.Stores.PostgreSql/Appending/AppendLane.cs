using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// One connection that appends, and the thread that uses it. What comes in while a commit is under way waits and shares
/// the next one. All appends to one stream go through one lane, which is why it may know the stream's version without
/// asking.
/// </summary>
/// <remarks>
/// A thread of its own waits for the server without going through the socket engine and the thread pool, which costs
/// two changes of threads: much, where an fsync takes 50 microseconds. No thread of the pool ever blocks. A caller who waited alone goes on right on the
/// lane's thread, which saves one more change of threads; should its code block there while others wait, a new thread
/// takes the lane over.
/// </remarks>
internal sealed class AppendLane : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(20);
    private const int Yields = 8;

    private readonly object _gate = new();
    private readonly Queue<PendingAppend> _waiting = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly AppendConnection _connection;
    private readonly int _maxBatch;
    private readonly Action _committed;
    private readonly ITimer _watch;
    private int _inCharge;
    private bool _sleeping;
    private bool _inCallersCode;
    private bool _disposed;

    public AppendLane(AppendConnection connection, int maxBatch, Action committed, TimeProvider time)
    {
        _connection = connection;
        _maxBatch = maxBatch;
        _committed = committed;
        _watch = time.CreateTimer(_ => TakeOver(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    public void Enqueue(PendingAppend append)
    {
        lock (_gate)
        {
            if (_disposed)
            {
                throw PostgresErrors.StoreClosed();
            }

            _waiting.Enqueue(append);
            if (_inCharge == 0)
            {
                StartThread();
            }
            else if (_sleeping)
            {
                Monitor.Pulse(_gate);
            }
            else if (_inCallersCode)
            {
                _watch.Change(Patience, Timeout.InfiniteTimeSpan);
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _disposed = true;
            Monitor.Pulse(_gate);
            if (_inCharge == 0)
            {
                _ended.TrySetResult();
            }
        }

        await _ended.Task;
        await _watch.DisposeAsync();
        _connection.Close();
    }

    private void StartThread()
    {
        var number = ++_inCharge;
        _inCallersCode = false;
        new Thread(() => Run(number)) { IsBackground = true, Name = "postgres append" }.Start();
    }

    private void TakeOver()
    {
        lock (_gate)
        {
            if (_inCallersCode && _waiting.Count > 0)
            {
                StartThread();
            }
        }
    }

    private void Run(int number)
    {
        var batch = new List<PendingAppend>();
        while (Take(batch))
        {
            Decide(batch);
            if (batch.Count == 1 && EnterCallersCode())
            {
                batch[0].Complete();
                if (!LeaveCallersCode(number))
                {
                    return;
                }
            }
            else
            {
                Answer(batch);
            }
        }

        _ended.TrySetResult();
    }

    private bool Take(List<PendingAppend> batch)
    {
        batch.Clear();
        lock (_gate)
        {
            while (_waiting.Count == 0 && !_disposed)
            {
                _sleeping = true;
                Monitor.Wait(_gate);
                _sleeping = false;
            }

            while (batch.Count < _maxBatch && _waiting.TryDequeue(out var append))
            {
                batch.Add(append);
            }
        }

        return batch.Count > 0;
    }

    private void Decide(List<PendingAppend> batch)
    {
        try
        {
            AppendBatch.Run(_connection, batch);
        }
        catch (Exception e)
        {
            // A defect: whoever waits must see it, and the lane must go on for the others.
            foreach (var append in batch.Where(a => !a.IsDecided))
            {
                append.Failure = e;
            }
        }

        if (batch.Exists(a => a.Result is Appended))
        {
            _committed();
        }
    }

    private void Answer(List<PendingAppend> batch)
    {
        foreach (var append in batch)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static a => a.Complete(), append, preferLocal: false);
        }

        // Those who were just answered often append again at once: let them in before the next commit is sent.
        for (var i = 0; i < Yields && Waiting() < batch.Count; i++)
        {
            Thread.Yield();
        }
    }

    private int Waiting()
    {
        lock (_gate)
        {
            return _waiting.Count;
        }
    }

    private bool EnterCallersCode()
    {
        lock (_gate)
        {
            return _inCallersCode = _waiting.Count == 0;
        }
    }

    private bool LeaveCallersCode(int number)
    {
        lock (_gate)
        {
            if (number != _inCharge)
            {
                return false;
            }

            _inCallersCode = false;
            return true;
        }
    }
}
