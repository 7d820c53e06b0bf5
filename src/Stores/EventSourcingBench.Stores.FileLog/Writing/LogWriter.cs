using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// The one writer. It takes whatever waits, writes it with one call, forces it to disk once, and then answers each
/// caller: while the disk works the next ones gather. A thread of its own, because it spends its time waiting for the disk.
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

    /// <summary>Hands the payload to the writer and waits for the answer.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed, or its writer stopped at a failure earlier.</exception>
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

    /// <summary>Lets the batch in hand end, refuses what waits, and forces what is written to disk.</summary>
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
            // Whatever it was, a failed disk above all: everybody must hear of it, and nobody may append behind it.
            lock (_gate)
            {
                _failure = e;
            }

            foreach (var append in _tail.InHand)
            {
                append.Fail(append.Result is WrongExpectedVersion lost
                    ? new StoreUnavailableException($"The append expected version {lost.Expected}, which may have been wrong, and was not written. The disk failed: {e.Message}", e)
                    : new OutcomeUnknownException($"The disk failed while this was written: {e.Message} Open the store again, then read back.", e));
            }
        }

        Refuse(taken);
        _ended.SetResult();
    }

    /// <summary>Waits for appends, or for the time to force others to disk; false when the store is being closed.</summary>
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

    /// <summary>
    /// Waking a thread for each caller takes longer than writing what it sent: one is woken for all, and the writer goes on.
    /// </summary>
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

    /// <summary>Tells those of whom nothing was written. Some of the others may be safe, with their answers under way.</summary>
    private void Refuse(List<PendingAppend> taken)
    {
        lock (_gate)
        {
            taken = [.. taken, .. _waiting];
            _waiting = [];
        }

        // Whoever waits for room is let in to be refused, and lets the next one in.
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
        : new StoreUnavailableException($"The writer stopped when the disk failed: {_failure.Message} See to the disk, then open the store again.", _failure);
}
