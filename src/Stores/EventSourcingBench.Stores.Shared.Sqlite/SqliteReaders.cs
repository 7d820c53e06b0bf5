namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// A pool of read-only connections, each used for one short read: a long read would prevent WAL checkpoints. It grows to the
/// number of concurrent reads.
/// </summary>
internal sealed class SqliteReaders(string path) : IDisposable
{
    private readonly ConcurrentBag<SqliteConnection> _idle = [];
    private readonly Lock _gate = new();
    private int _lent;
    private bool _closed;

    /// <summary>Runs a read on a separate connection.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed, or SQLite failed.</exception>
    public TResult Read<TArgument, TResult>(TArgument argument, Func<SqliteConnection, TArgument, TResult> read)
    {
        lock (_gate)
        {
            if (_closed)
                throw new StoreUnavailableException("The store was closed. Open it again to go on.");

            _lent++;
        }

        SqliteConnection? connection = null;
        try
        {
            connection = _idle.TryTake(out var idle) ? idle : new SqliteConnection(path, readOnly: true);
            connection.BeginRead();
            return read(connection, argument);
        }
        catch (SqliteException e)
        {
            throw new StoreUnavailableException($"{path} could not be read. {e.Message}", e);
        }
        finally
        {
            GiveBack(connection);
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _closed = true;
            DisposeIdle();
        }
    }

    private void GiveBack(SqliteConnection? connection)
    {
        lock (_gate)
        {
            _lent--;
            if (connection is not null)
            {
                connection.EndRead();
                _idle.Add(connection);
            }

            DisposeIdle();
        }
    }

    private void DisposeIdle()
    {
        while (_closed && _lent == 0 && _idle.TryTake(out var connection))
            connection.Dispose();
    }
}
