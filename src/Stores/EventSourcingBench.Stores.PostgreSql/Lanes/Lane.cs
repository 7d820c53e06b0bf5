using System.Diagnostics.CodeAnalysis;

namespace EventSourcingBench.Stores.PostgreSql.Lanes;

/// <summary>A connection and the thread that uses it. Work that arrives during a round trip shares the next one and its commit.</summary>
/// <remarks>
/// A dedicated thread blocks while it waits for the server. The driver's sockets are non-blocking, so the socket engine's
/// thread hands the reply over, but this avoids the detour through the thread pool, whose threads never block here. One thread
/// switch less matters if an fsync takes 50 microseconds. A single waiting caller continues on the lane's thread. So do all
/// callers if the lane is configured to answer on it, each as soon as its own work is decided. If a caller's code blocks there
/// while others wait, a new thread takes over the lane and the undecided work.
/// </remarks>
internal sealed class Lane<TWork> : IAsyncDisposable
    where TWork : LaneWork
{
    private static readonly TimeSpan Patience = TimeSpan.FromMilliseconds(20);
    private const int Yields = 8;

    private readonly object _gate = new();
    private readonly Queue<TWork> _waiting = new();
    private readonly List<TWork> _batch = [];
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ILaneRunner<TWork> _runner;
    private readonly int _maxBatch;
    private readonly bool _answersItself;
    private readonly TimeProvider _time;
    private readonly ITimer _watch;
    private IEnumerator<TWork>? _decided;
    private int _unanswered;
    private int _inCharge;
    private int _load;
    private long _enteredAt;
    private bool _watching;
    private bool _sleeping;
    private bool _inCallersCode;
    private bool _disposed;
    private bool _haveWaited;

    /// <param name="runner">The processor of the work.</param>
    /// <param name="maxBatch">The maximum amount of work in a round trip.</param>
    /// <param name="answersItself">
    /// Whether all callers continue on the lane's thread, one after another; otherwise callers that waited together continue on
    /// the thread pool.
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

    /// <summary>The amount of undecided work: waiting and in progress.</summary>
    public int Load => Volatile.Read(ref _load);

    public void Enqueue(TWork work)
    {
        lock (_gate)
        {
            if (_disposed)
                throw PostgresErrors.StoreClosed();

            _waiting.Enqueue(work);
            Interlocked.Increment(ref _load);
            if (_inCharge == 0)
                StartThread();
            else if (_sleeping)
                Monitor.Pulse(_gate);
            else
                Watch();
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
                _ended.TrySetResult();
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

    // Called under the lock, when a caller's code delays other work.
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
            if (!_inCallersCode || (_waiting.Count == 0 && _unanswered == 0 && !_disposed))
                return;

            if (_time.GetElapsedTime(_enteredAt) >= Patience)
                StartThread();
            else
                Watch();
        }
    }

    private void Run(int number)
    {
        while (Answer(number) && Take())
            _decided = _runner.Run(_batch);

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
            {
                _sleeping = true;
                Monitor.Wait(_gate);
                _sleeping = false;
            }

            TakeTogether();
            _unanswered = _batch.Count;
            return _unanswered > 0;
        }
    }

    // Called under the lock. Work that prefers company is deferred once if there is other work to do.
    private void TakeTogether()
    {
        _batch.Clear();
        _haveWaited = !_haveWaited && _waiting.Any(w => w.WaitsForCompany) && _waiting.Any(w => !w.WaitsForCompany);
        if (_haveWaited)
        {
            _batch.AddRange(_waiting.Where(w => !w.WaitsForCompany).Take(_maxBatch));
            var left = _waiting.Except(_batch).ToList();
            _waiting.Clear();
            left.ForEach(_waiting.Enqueue);
            return;
        }

        while (_batch.Count < _maxBatch && _waiting.TryDequeue(out var work))
            _batch.Add(work);
    }

    // Answers the whole batch. False if another thread has taken over the lane and the unanswered work.
    private bool Answer(int number)
    {
        var onThePool = 0;
        while (IsInCharge(number))
        {
            if (!Next(out var work))
            {
                LetIn(onThePool);
                return true;
            }

            work.IsAnswered = true;
            Interlocked.Decrement(ref _load);
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
            if (number != _inCharge)
                return false;

            _inCallersCode = false;
            return true;
        }
    }

    private bool Next([NotNullWhen(true)] out TWork? work)
    {
        work = null;
        try
        {
            if (_decided?.MoveNext() == true)
                work = _decided.Current;
            else if (_unanswered > 0)
                throw new InvalidOperationException("A lane left some of its work undecided.");
        }
        catch (Exception e)
        {
            // A defect: report it to the waiting callers, and keep the lane running for the others.
            var left = _batch.FindAll(w => !w.IsAnswered);
            left.FindAll(w => !w.IsDecided).ForEach(w => w.Failure = e);
            _decided = left.GetEnumerator();
            return Next(out work);
        }

        return work is not null;
    }

    // Whether the caller continues on this thread.
    private bool EnterCallersCode()
    {
        lock (_gate)
        {
            _unanswered--;
            _inCallersCode = _answersItself || (_batch.Count == 1 && _waiting.Count == 0);
            if (_inCallersCode)
            {
                _enteredAt = _time.GetTimestamp();
                if (_unanswered > 0 || _waiting.Count > 0)
                    Watch();
            }

            return _inCallersCode;
        }
    }

    // Callers answered on the pool often return at once: they can share the next round trip.
    private void LetIn(int answered)
    {
        for (var i = 0; i < Yields && Waiting() < answered; i++)
            Thread.Yield();
    }

    private int Waiting()
    {
        lock (_gate)
        {
            return _waiting.Count;
        }
    }
}
