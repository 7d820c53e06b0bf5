namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// One connection and the thread that uses it. What comes in while a round trip is under way waits and shares the next
/// one, with its commit.
/// </summary>
/// <remarks>
/// A thread of its own waits for the server by blocking. The driver's sockets are non-blocking, so that the socket
/// engine's thread hands the reply over; but it does not take the way over the thread pool, whose threads never block
/// here. One change of threads less is much where an fsync takes 50 microseconds. A caller who
/// waited alone goes on right on the lane's thread, and so do all where the lane is told to answer on it; should a
/// caller's code block there while others wait, a new thread takes the lane over.
/// </remarks>
internal sealed class Lane<TWork> : IAsyncDisposable
    where TWork : LaneWork
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(20);
    private const int Yields = 8;

    private readonly object _gate = new();
    private readonly Queue<TWork> _waiting = new();
    private readonly Queue<TWork> _answers = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ILaneRunner<TWork> _runner;
    private readonly int _maxBatch;
    private readonly bool _answersItself;
    private readonly TimeProvider _time;
    private readonly ITimer _watch;
    private int _inCharge;
    private int _load;
    private long _enteredAt;
    private bool _watching;
    private bool _sleeping;
    private bool _inCallersCode;
    private bool _disposed;

    /// <param name="runner">What decides the work.</param>
    /// <param name="maxBatch">The most work in a round trip.</param>
    /// <param name="answersItself">
    /// Whether all callers go on on the lane's thread, one after the other; else those who waited together go on on the
    /// thread pool.
    /// </param>
    /// <param name="time">The clock.</param>
    public Lane(ILaneRunner<TWork> runner, int maxBatch, bool answersItself, TimeProvider time)
    {
        _runner = runner;
        _maxBatch = maxBatch;
        _answersItself = answersItself;
        _time = time;
        _watch = time.CreateTimer(_ => LookAfter(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>How much it has to decide: what waits, and what is on its way.</summary>
    public int Load => Volatile.Read(ref _load);

    public void Enqueue(TWork work)
    {
        lock (_gate)
        {
            if (_disposed)
            {
                throw PostgresErrors.StoreClosed();
            }

            _waiting.Enqueue(work);
            Interlocked.Increment(ref _load);
            if (_inCharge == 0)
            {
                StartThread();
            }
            else if (_sleeping)
            {
                Monitor.Pulse(_gate);
            }
            else
            {
                Watch();
            }
        }
    }

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _disposed = true;
            Monitor.Pulse(_gate);
            Watch();
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

    // Called under the lock, when somebody has to wait for a caller's code to end.
    private void Watch()
    {
        if (_inCallersCode && !_watching)
        {
            _watching = true;
            _watch.Change(Patience, Timeout.InfiniteTimeSpan);
        }
    }

    private void LookAfter()
    {
        lock (_gate)
        {
            _watching = false;
            if (!_inCallersCode || (_waiting.Count == 0 && _answers.Count == 0 && !_disposed))
            {
                return;
            }

            if (_time.GetElapsedTime(_enteredAt) >= Patience)
            {
                StartThread();
            }
            else
            {
                Watch();
            }
        }
    }

    private void Run(int number)
    {
        var batch = new List<TWork>();
        while (Answer(number) && Take(batch))
        {
            Decide(batch);
            Interlocked.Add(ref _load, -batch.Count);
            lock (_gate)
            {
                if (_answersItself || (batch.Count == 1 && _waiting.Count == 0))
                {
                    batch.ForEach(_answers.Enqueue);
                    continue;
                }
            }

            AnswerOnThePool(batch);
        }

        lock (_gate)
        {
            if (number == _inCharge)
            {
                _ended.TrySetResult();
            }
        }
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

    // False when another thread has taken the lane over, with the answers that were left.
    private bool Answer(int number)
    {
        while (true)
        {
            TWork? next;
            lock (_gate)
            {
                if (number != _inCharge)
                {
                    return false;
                }

                _inCallersCode = _answers.TryDequeue(out next);
                if (!_inCallersCode)
                {
                    return true;
                }

                _enteredAt = _time.GetTimestamp();
                if (_answers.Count > 0 || _waiting.Count > 0)
                {
                    Watch();
                }
            }

            next!.Complete();
        }
    }

    private void AnswerOnThePool(List<TWork> batch)
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
}
