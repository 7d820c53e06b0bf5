namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>A database file, locked by this process.</summary>
internal sealed class SqliteFile : IAsyncDisposable
{
    private readonly FileStream _claim;
    private readonly bool _keep;

    /// <summary>Locks the file, connects to it for writing and prepares it.</summary>
    /// <exception cref="StoreUnavailableException">It cannot be locked or opened.</exception>
    public SqliteFile(
        StoreContext context, string name, string synchronous, bool groupCommit, Action<SqliteConnection>? prepare = null,
        Action<SqliteConnection>? committed = null)
    {
        Path = System.IO.Path.Combine(context.DataFolder, name + ".db");
        _keep = context.KeepData;
        _claim = DataLock.Take(Path);
        SqliteConnection? connection = null;
        try
        {
            connection = new SqliteConnection(Path, readOnly: false);
            // fullfsync applies to macOS, whose fsync alone does not reach the disk.
            connection.RunScript($"""
                PRAGMA journal_mode = wal;
                PRAGMA synchronous = {synchronous};
                PRAGMA fullfsync = on;
                PRAGMA checkpoint_fullfsync = on;
                PRAGMA wal_autocheckpoint = 1000;
                PRAGMA temp_store = memory;
                """);
            prepare?.Invoke(connection);
        }
        catch (SqliteException e)
        {
            connection?.Dispose();
            Release();
            throw new StoreUnavailableException($"{Path} could not be opened: {e.Message}. Check the folder's "
                + "permissions and free space.", e);
        }

        Writer = new SqliteWriter(connection, groupCommit, committed ?? (static _ => { }));
        Readers = new SqliteReaders(Path);
    }

    public string Path { get; }

    public SqliteWriter Writer { get; }

    public SqliteReaders Readers { get; }

    /// <summary>Closes the file, releases it, and deletes it unless the data is kept.</summary>
    public async ValueTask DisposeAsync()
    {
        await Writer.DisposeAsync();
        Readers.Dispose();
        Release();
    }

    private void Release()
    {
        if (!_keep)
        {
            foreach (var suffix in (ReadOnlySpan<string>)["", "-wal", "-shm"])
                File.Delete(Path + suffix);
        }

        _claim.Dispose();
    }
}
