namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The single writer. Writes all waiting appends together, forces them to disk once, then completes each caller. It uses a
/// dedicated thread because it mostly blocks on the disk.</summary>
internal sealed class LogWriter : IAsyncDisposable
{
    private const int MostInABatch = 4096;

    private readonly Tail _tail;
    private readonly CommitSignal _committed;
    private readonly PayloadPool _pool;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentQueue<PendingAppend> _waiting = new();

    // Wakes the thread. To wait for a task would spin first, which costs milliseconds where other processes are busy.
    private readonly object _gate = new();
    private bool _isClosed;
    private Exception? _failure;

    public LogWriter(Tail tail, CommitSignal committed, PayloadPool pool)
    {
        (_tail, _committed, _pool) = (tail, committed, pool);
        new Thread(Run) { IsBackground = true, Name = "filelog writer" }.Start();
    }

    /// <exception cref="StoreUnavailableException">The store was closed, or its writer stopped after an earlier failure.</exception>
    /// <exception cref="OutcomeUnknownException">The disk failed while this was written.</exception>
    public async ValueTask<AppendResult> AppendAsync(Payload payload, ExpectedVersion expected, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var append = new PendingAppend(payload, expected);
        lock (_gate)
        {
            if (_isClosed)
                throw Refusal();

            _waiting.Enqueue(append);
            Monitor.Pulse(_gate);
        }

        return await append.Answer.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Completes the current batch, refuses queued appends, and forces written data to disk.</summary>
    /// <exception cref="StoreUnavailableException">The disk failed, and acknowledged events are not on disk.</exception>
    public async ValueTask DisposeAsync()
    {
        Close();
        await _ended.Task;
        if (!_tail.IsForced)
        {
            throw new StoreUnavailableException(
                $"The disk failed before all acknowledged events were on disk: {_failure!.Message} The last ones may be lost.", _failure);
        }
    }

    private void Run()
    {
        try
        {
            while (Wait())
            {
                _tail.FlushIfDue();
                Write();
            }

            _tail.Flush();
        }
        catch (Exception e)
        {
            // Any failure, above all of the disk: report it to all callers and stop appending.
            _failure = e;
            foreach (var append in _tail.InHand)
            {
                append.Answer.TrySetException(append.Result is WrongExpectedVersion lost
                    ? new StoreUnavailableException(
                        $"The append expected version {lost.Expected}, which may have been wrong, and was not written. The disk "
                            + $"failed: {e.Message}", e)
                    : new OutcomeUnknownException(
                        $"The disk failed while this was written: {e.Message} Open the store again, then read back.", e));
            }
        }

        // Others may be durable, with their results still to be delivered; these were not written.
        Close();
        while (_waiting.TryDequeue(out var append))
            append.Answer.TrySetException(Refusal());

        _ended.SetResult();
    }

    /// <summary>Waits for appends or for the next interval flush; returns false when the store closes.</summary>
    private bool Wait()
    {
        lock (_gate)
        {
            if (!_isClosed && _waiting.IsEmpty)
                Monitor.Wait(_gate, _tail.UntilFlush);

            return !_isClosed;
        }
    }

    private void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            Monitor.Pulse(_gate);
        }
    }

    private void Write()
    {
        while (_tail.InHand.Count < MostInABatch && _waiting.TryPeek(out var append))
        {
            if (_tail.IsFull(append.Payload))
            {
                Commit();
                _tail.Roll();
            }

            append.Times?.Enter(RequestPart.Store);
            _tail.Add(append);
            _waiting.TryDequeue(out _);
        }

        Commit();
    }

    private void Commit()
    {
        _tail.Commit();
        _committed.Advance(_tail.LastEvent);
        if (_tail.InHand is [var only])
        {
            Answer(only);
        }
        else if (_tail.InHand.Count > 1)
        {
            // On one thread: waking a thread per caller takes longer than writing the events.
            PendingAppend[] answered = [.. _tail.InHand];
            ThreadPool.UnsafeQueueUserWorkItem(_ => Array.ForEach(answered, Answer), null);
        }

        _tail.InHand.Clear();
    }

    private void Answer(PendingAppend append)
    {
        append.Times?.Enter(RequestPart.Adapter);
        _pool.Return(append.Payload);
        append.Answer.TrySetResult(append.Result!);
    }

    private StoreUnavailableException Refusal() => _failure is null
        ? StoreClosing.Error()
        : new StoreUnavailableException($"The writer stopped when the disk failed: {_failure.Message} Check the disk, then "
            + "open the store again.", _failure);
}

/// <param name="Expected">The expected version of the single stream; any for a bulk append.</param>
internal sealed record PendingAppend(Payload Payload, ExpectedVersion Expected)
{
    public RequestTimes? Times { get; } = RequestTimes.Mark(RequestPart.Wait);

    /// <summary>The result, delivered once the whole batch is durable.</summary>
    public AppendResult? Result { get; set; }

    public TaskCompletionSource<AppendResult> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}
