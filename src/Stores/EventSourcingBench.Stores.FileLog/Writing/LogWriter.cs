namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>
/// The single writer. It writes all waiting appends with one call, forces them to disk once, and then completes each caller.
/// New appends queue up meanwhile. It uses a dedicated thread because it mostly blocks on the disk.
/// </summary>
internal sealed class LogWriter : IAsyncDisposable
{
    private const int MostWaiting = 4096;

    private readonly Tail _tail;
    private readonly CommitSignal _committed;
    private readonly PayloadPool _pool;
    private readonly FileLogOptions _options;
    private readonly object _gate = new();
    private readonly SemaphoreSlim _room = new(MostWaiting);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private List<PendingAppend> _waiting = [];
    private int _handled;
    private Exception? _failure;
    private bool _closing;

    public LogWriter(Tail tail, CommitSignal committed, PayloadPool pool, FileLogOptions options)
    {
        _tail = tail;
        _committed = committed;
        _pool = pool;
        _options = options;
        new Thread(Run) { IsBackground = true, Name = "filelog writer" }.Start();
    }

    /// <summary>Queues the payload and waits for the result.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed, or its writer stopped after an earlier failure.</exception>
    /// <exception cref="OutcomeUnknownException">The disk failed while this was written.</exception>
    public async ValueTask<AppendResult> AppendAsync(Payload payload, ExpectedVersion expected, CancellationToken cancellationToken)
    {
        await _room.WaitAsync(cancellationToken);
        var append = new PendingAppend(payload, expected);
        lock (_gate)
        {
            if (_closing || _failure is not null)
            {
                _room.Release();
                throw Refusal();
            }

            _waiting.Add(append);
            if (_waiting.Count == 1)
            {
                Monitor.Pulse(_gate);
            }
        }

        return await (cancellationToken.CanBeCanceled ? append.Answer.WaitAsync(cancellationToken) : append.Answer);
    }

    /// <summary>Completes the current batch, refuses queued appends, and forces written data to disk.</summary>
    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _closing = true;
            Monitor.Pulse(_gate);
        }

        await _ended.Task;
    }

    private void Run()
    {
        var taken = new List<PendingAppend>();
        try
        {
            while (Take(ref taken))
            {
                _tail.FlushIfDue();
                if (taken.Count > 0)
                {
                    Write(taken);
                    _room.Release(taken.Count);
                }
            }

            _tail.Flush();
        }
        catch (Exception e)
        {
            // Any failure, above all of the disk: report it to all callers and stop appending.
            lock (_gate)
            {
                _failure = e;
            }

            foreach (var append in _tail.InHand)
            {
                append.Fail(append.Result is WrongExpectedVersion lost
                    ? new StoreUnavailableException(
                        $"The append expected version {lost.Expected}, which may have been wrong, and was not written. The disk "
                            + $"failed: {e.Message}", e)
                    : new OutcomeUnknownException(
                        $"The disk failed while this was written: {e.Message} Open the store again, then read back.", e));
            }
        }

        Refuse(taken);
        _ended.SetResult();
    }

    /// <summary>Waits for appends or for the next interval flush; returns false when the store closes.</summary>
    private bool Take(ref List<PendingAppend> taken)
    {
        taken.Clear();
        _handled = 0;
        lock (_gate)
        {
            while (_waiting.Count == 0 && !_closing)
            {
                if (!_tail.IsDirty)
                {
                    Monitor.Wait(_gate);
                }
                else if (!Monitor.Wait(_gate, _options.SyncInterval))
                {
                    return true;
                }
            }

            (taken, _waiting) = (_waiting, taken);
            return !_closing;
        }
    }

    private void Write(List<PendingAppend> appends)
    {
        foreach (var append in appends)
        {
            if (_tail.IsFull(append.Payload))
            {
                Commit();
                _tail.Roll();
            }

            _tail.Add(append);
            _handled++;
        }

        Commit();
    }

    private void Commit()
    {
        _tail.Commit();
        _committed.Advance(_tail.LastEvent);
        Answer(_tail.InHand);
        _tail.Clear();
    }

    /// <summary>Runs the continuations on one thread: waking a thread per caller takes longer than writing the events.</summary>
    private void Answer(IReadOnlyList<PendingAppend> appends)
    {
        if (appends.Count == 1)
        {
            Answer(appends[0]);
        }
        else if (appends.Count > 1)
        {
            PendingAppend[] answered = [.. appends];
            ThreadPool.UnsafeQueueUserWorkItem(_ => Array.ForEach(answered, Answer), null);
        }
    }

    private void Answer(PendingAppend append)
    {
        _pool.Return(append.Payload);
        append.Succeed();
    }

    /// <summary>Fails the appends that were not written. Others may be durable, with their results still to be delivered.</summary>
    private void Refuse(List<PendingAppend> taken)
    {
        lock (_gate)
        {
            taken = [.. taken, .. _waiting];
            _waiting = [];
        }

        // Releases the next caller that waits for space, so that it is refused as well.
        if (taken.Count > 0)
        {
            _room.Release(taken.Count);
        }

        foreach (var append in taken.Skip(_handled))
        {
            append.Fail(Refusal());
        }
    }

    private StoreUnavailableException Refusal() => _failure is null
        ? new StoreUnavailableException("The store was closed. Open it again to go on.")
        : new StoreUnavailableException($"The writer stopped when the disk failed: {_failure.Message} Check the disk, then "
            + "open the store again.", _failure);
}
