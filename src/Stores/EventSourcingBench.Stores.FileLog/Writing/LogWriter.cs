using System.Threading.Channels;

namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>
/// The single writer. It writes all waiting appends together, forces them to disk once, and then completes each caller.
/// New appends queue up meanwhile. It uses a dedicated thread because it mostly blocks on the disk.
/// </summary>
internal sealed class LogWriter : IAsyncDisposable
{
    private const int MostWaiting = 4096;

    private readonly Tail _tail;
    private readonly CommitSignal _committed;
    private readonly PayloadPool _pool;
    private readonly FileLogOptions _options;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private readonly Channel<PendingAppend> _waiting = Channel.CreateBounded<PendingAppend>(
        new BoundedChannelOptions(MostWaiting) { SingleReader = true });

    // Wakes the thread. To wait for the channel's task would spin first, which costs milliseconds where other processes are busy.
    private readonly object _gate = new();
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
        var append = new PendingAppend(payload, expected);
        try
        {
            await _waiting.Writer.WriteAsync(append, cancellationToken);
        }
        catch (ChannelClosedException e)
        {
            throw Refusal(e.InnerException);
        }

        Wake(isClosing: false);
        return await (cancellationToken.CanBeCanceled ? append.Answer.WaitAsync(cancellationToken) : append.Answer);
    }

    /// <summary>Completes the current batch, refuses queued appends, and forces written data to disk.</summary>
    public async ValueTask DisposeAsync()
    {
        _waiting.Writer.TryComplete();
        Wake(isClosing: true);
        await _ended.Task;
    }

    private void Run()
    {
        Exception? failure = null;
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
            failure = e;
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

        // Others may be durable, with their results still to be delivered; these were not written.
        _waiting.Writer.TryComplete(failure);
        while (_waiting.Reader.TryRead(out var append))
            append.Fail(Refusal(failure));

        _ended.SetResult();
    }

    /// <summary>Waits for appends or for the next interval flush; returns false when the store closes.</summary>
    private bool Wait()
    {
        lock (_gate)
        {
            if (!_closing && !_waiting.Reader.TryPeek(out _))
                Monitor.Wait(_gate, _tail.IsDirty ? _options.SyncInterval : Timeout.InfiniteTimeSpan);

            return !_closing;
        }
    }

    private void Wake(bool isClosing)
    {
        lock (_gate)
        {
            _closing |= isClosing;
            Monitor.Pulse(_gate);
        }
    }

    private void Write()
    {
        while (_tail.InHand.Count < MostWaiting && _waiting.Reader.TryPeek(out var append))
        {
            if (_tail.IsFull(append.Payload))
            {
                Commit();
                _tail.Roll();
            }

            _tail.Add(append);
            _waiting.Reader.TryRead(out _);
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

    private static StoreUnavailableException Refusal(Exception? failure) => failure is null
        ? new StoreUnavailableException("The store was closed. Open it again to go on.")
        : new StoreUnavailableException($"The writer stopped when the disk failed: {failure.Message} Check the disk, then "
            + "open the store again.", failure);
}

/// <summary>An append that waits for the writer.</summary>
internal sealed class PendingAppend(Payload payload, ExpectedVersion expected)
{
    private readonly TaskCompletionSource<AppendResult> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Payload Payload { get; } = payload;

    /// <summary>The expected version of the single stream; any for a bulk append.</summary>
    public ExpectedVersion Expected { get; } = expected;

    /// <summary>The address of its frame, set by the writer.</summary>
    public long Address { get; set; }

    /// <summary>The size of its frame in bytes; 0 for a version conflict.</summary>
    public int Length { get; set; }

    /// <summary>The result, delivered once the whole batch is durable.</summary>
    public AppendResult? Result { get; set; }

    public Task<AppendResult> Answer => _answer.Task;

    public void Succeed() => _answer.TrySetResult(Result!);

    public void Fail(Exception exception) => _answer.TrySetException(exception);
}
