namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// Keeps the beginnings of reads out of the writer's transactions. Where the two meet, SQLite takes a lock of the
/// write-ahead log again after a short sleep; the library of the bundle is built without <c>usleep</c>, so that its
/// shortest sleep is a whole second, for the writer and for everybody who waits for it. A read that has begun runs
/// beside the writer as ever.
/// </summary>
/// <remarks>Readers that wait go before the next transaction, so that a busy writer does not starve them.</remarks>
internal sealed class SnapshotGate
{
    private readonly object _state = new();
    private int _waiting;
    private bool _writing;

    /// <summary>Begins a read: at once, or as soon as the transaction in hand has ended.</summary>
    public void Begin(Action begin)
    {
        lock (_state)
        {
            _waiting++;
            try
            {
                while (_writing)
                {
                    Monitor.Wait(_state);
                }

                begin();
            }
            finally
            {
                _waiting--;
                Monitor.PulseAll(_state);
            }
        }
    }

    /// <summary>Runs a transaction from its beginning to the end of its commit.</summary>
    public void Write(Action write)
    {
        lock (_state)
        {
            while (_waiting > 0)
            {
                Monitor.Wait(_state);
            }

            _writing = true;
        }

        try
        {
            write();
        }
        finally
        {
            lock (_state)
            {
                _writing = false;
                Monitor.PulseAll(_state);
            }
        }
    }
}
