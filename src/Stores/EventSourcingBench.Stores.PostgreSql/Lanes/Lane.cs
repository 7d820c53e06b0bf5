namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>A connection and the thread that uses it. Work that arrives during a round trip shares the next one and its commit.</summary>
/// <remarks>A dedicated thread blocks while it waits for the server. The driver's sockets are non-blocking, so the socket engine's thread
/// hands the reply over, but this avoids the detour through the thread pool, whose threads never block here. One thread switch less
/// matters if an fsync takes 50 microseconds. A single waiting caller continues on the lane's thread. So do all callers if the lane is
/// configured to answer on it, each as soon as its own work is decided. If a caller's code blocks there while others wait, a new thread
/// takes over the lane and the undecided work.</remarks>
/// <param name="answersItself">Whether all callers continue on the lane's thread; else those that waited together use the pool.</param>
internal sealed class Lane<TWork>(ILaneRunner<TWork> runner, int maxBatch, bool answersItself, TimeProvider time) : IAsyncDisposable
    where TWork : LaneWork
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(20);
    private const int Yields = 8;

    private readonly object _gate = new();
    private readonly Queue<TWork> _waiting = new();
    private readonly List<TWork> _batch = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IEnumerator<TWork>? _decided;
    private int _unanswered;
    private int _inCharge;
    private long _enteredAt;
    private bool _watching;
    private bool _inCallersCode;
    private bool _disposed;
    private bool _haveWaited;

    /// <summary>The amount of undecided work: waiting and in progress. Approximate, because it is read without the lock.</summary>
    public int Load => _waiting.Count + _unanswered;

    public void Enqueue(TWork work)
    {
        lock (_gate)
        {
            if (_disposed)
                throw StoreClosing.Error();

            _waiting.Enqueue(work);
            if (_inCharge == 0)
                StartThread();
            else
                Wake();
        }
    }

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _disposed = true;
            Wake();
            if (_inCharge == 0)
                _ended.TrySetResult();
        }

        await _ended.Task;
        runner.Close();
    }

    private void StartThread()
    {
        var number = ++_inCharge;
        _inCallersCode = false;
        new Thread(() => Run(number)) { IsBackground = true, Name = "postgres lane" }.Start();
    }

    // Called under the lock, for work that waits for the thread: it sleeps, or a caller's code delays it.
    private void Wake()
    {
        Monitor.Pulse(_gate);
        if (_inCallersCode && !_watching)
            _ = WatchAsync();
    }

    private async Task WatchAsync()
    {
        for (var goesOn = _watching = true; goesOn;)
        {
            await Task.Delay(Patience, time);
            lock (_gate)
            {
                var isDelayed = _inCallersCode && (Load > 0 || _disposed);
                var isLate = isDelayed && time.GetElapsedTime(_enteredAt) >= Patience;
                _watching = goesOn = isDelayed && !isLate;
                if (isLate)
                    StartThread();
            }
        }
    }

    private void Run(int number)
    {
        while (Answer(number) && Take())
            _decided = runner.Run(_batch);

        lock (_gate)
        {
            if (number == _inCharge)
                _ended.TrySetResult();
        }
    }

    private bool Take()
    {
        lock (_gate)
        {
            while (_waiting.Count == 0 && !_disposed)
                Monitor.Wait(_gate);

            // Work that prefers company is deferred once if there is other work to do.
            _haveWaited = !_haveWaited && _waiting.Any(w => w.WaitsForCompany) && _waiting.Any(w => !w.WaitsForCompany);
            _batch.Clear();
            for (var left = _waiting.Count; left > 0; left--)
            {
                var work = _waiting.Dequeue();
                if (_batch.Count < maxBatch && !(_haveWaited && work.WaitsForCompany))
                    _batch.Add(work);
                else
                    _waiting.Enqueue(work);
            }

            _unanswered = _batch.Count;
            return _unanswered > 0;
        }
    }

    // Answers the whole batch. False if another thread has taken over the lane and the unanswered work.
    private bool Answer(int number)
    {
        var onThePool = 0;
        while (IsInCharge(number))
        {
            if (Next() is not { } work)
            {
                // Callers answered on the pool often return at once: they can share the next round trip.
                for (var i = 0; i < Yields && _waiting.Count < onThePool; i++)
                    Thread.Yield();

                return true;
            }

            work.IsAnswered = true;
            if (EnterCallersCode())
            {
                work.Complete();
            }
            else
            {
                onThePool++;
                ThreadPool.UnsafeQueueUserWorkItem(static w => w.Complete(), work, preferLocal: false);
            }
        }

        return false;
    }

    private bool IsInCharge(int number)
    {
        lock (_gate)
        {
            if (number == _inCharge)
                _inCallersCode = false;

            return number == _inCharge;
        }
    }

    private TWork? Next()
    {
        try
        {
            return _decided?.MoveNext() == true ? _decided.Current
                : _unanswered == 0 ? null
                : throw new InvalidOperationException("A lane left some of its work undecided.");
        }
        catch (Exception e)
        {
            // Also a defect is reported to the waiting callers, and the lane keeps running for the others.
            var left = _batch.FindAll(w => !w.IsAnswered);
            left.FindAll(w => !w.IsDecided).ForEach(w => w.Failure = e);
            _decided = left.GetEnumerator();
            return Next();
        }
    }

    // Whether the caller continues on this thread.
    private bool EnterCallersCode()
    {
        lock (_gate)
        {
            _unanswered--;
            _inCallersCode = answersItself || (_batch.Count == 1 && _waiting.Count == 0);
            _enteredAt = time.GetTimestamp();
            if (Load > 0)
                Wake();

            return _inCallersCode;
        }
    }
}
