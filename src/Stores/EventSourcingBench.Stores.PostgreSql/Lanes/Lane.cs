namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// One connection and the thread that uses it. What comes in while a round trip is under way waits and shares the next
/// one, with its commit.
/// </summary>
/// <remarks>
/// A thread of its own waits for the server without going through the socket engine and the thread pool, which costs
/// two changes of threads: much, where an fsync takes 50 microseconds. No thread of the pool ever blocks. A caller who waited alone goes on right on the
/// lane's thread, which saves one more change of threads; should its code block there while others wait, a new thread
/// takes the lane over.
/// </remarks>
internal sealed class Lane<TWork> : IAsyncDisposable
    where TWork : LaneWork
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(20);
    private const int Yields = 8;

    private readonly object _gate = new();
    private readonly Queue<TWork> _waiting = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ILaneRunner<TWork> _runner;
    private readonly int _maxBatch;
    private readonly ITimer _watch;
    private int _inCharge;
    private bool _sleeping;
    private bool _inCallersCode;
    private bool _disposed;

    public Lane(ILaneRunner<TWork> runner, int maxBatch, TimeProvider time)
    {
        _runner = runner;
        _maxBatch = maxBatch;
        _watch = time.CreateTimer(_ => TakeOver(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    public void Enqueue(TWork work)
    {
        lock (_gate)
        {
            if (_disposed)
            {
                throw PostgresErrors.StoreClosed();
            }

            _waiting.Enqueue(work);
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
        _runner.Close();
    }

    private void StartThread()
    {
        var number = ++_inCharge;
        _inCallersCode = false;
        new Thread(() => Run(number)) { IsBackground = true, Name = "postgres lane" }.Start();
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
        var batch = new List<TWork>();
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

    private bool Take(List<TWork> batch)
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

            while (batch.Count < _maxBatch && _waiting.TryDequeue(out var work))
            {
                batch.Add(work);
            }
        }

        return batch.Count > 0;
    }

    private void Decide(List<TWork> batch)
    {
        try
        {
            _runner.Run(batch);
        }
        catch (Exception e)
        {
            // A defect: whoever waits must see it, and the lane must go on for the others.
            foreach (var work in batch.Where(w => !w.IsDecided))
            {
                work.Failure = e;
            }
        }
    }

    private void Answer(List<TWork> batch)
    {
        foreach (var work in batch)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static w => w.Complete(), work, preferLocal: false);
        }

        // Those who were just answered often come again at once: let them in before the next round trip.
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
