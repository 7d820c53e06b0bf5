namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A pool of read-only connections, each used for one short read: a long read would prevent WAL checkpoints.</summary>
internal sealed class SqliteReaders(string path) : IDisposable
{
    private readonly Stack<SqliteConnection> _idle = [];
    private bool _closed;

    /// <summary>Runs a read of one state of the database on a separate connection.</summary>
    /// <exception cref="StoreUnavailableException">The store was closed, or SQLite failed.</exception>
    public T Read<T>(Func<SqliteConnection, T> read)
    {
        SqliteConnection? connection;
        lock (_idle)
        {
            if (_closed)
                throw StoreClosing.Error();

            _idle.TryPop(out connection);
        }

        using var inStore = RequestTimes.EnterStore();
        try
        {
            connection ??= new SqliteConnection(path, readOnly: true);
            // BEGIN alone would wait for the first query.
            connection.Run("BEGIN");
            connection.Number("SELECT 1 FROM sqlite_schema LIMIT 1");
            var result = read(connection);
            connection.Run("COMMIT");
            return result;
        }
        catch (Exception e)
        {
            // Its transaction ends with it.
            connection?.Dispose();
            connection = null;
            if (e is SqliteException)
                throw new StoreUnavailableException($"{path} could not be read. {e.Message}", e);

            throw;
        }
        finally
        {
            lock (_idle)
            {
                if (_closed)
                    connection?.Dispose();
                else if (connection is not null)
                    _idle.Push(connection);
            }
        }
    }

    public void Dispose()
    {
        lock (_idle)
        {
            _closed = true;
            while (_idle.TryPop(out var connection))
                connection.Dispose();
        }
    }
}
