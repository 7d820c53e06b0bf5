namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>The database file, locked by this process: with a second writer, positions would not be in commit order.</summary>
internal sealed class SqliteFile(string path, FileStream claim, bool keep)
{
    public string Path => path;

    /// <summary>Locks the file, connects to it for writing and prepares it.</summary>
    public static (SqliteFile File, SqliteConnection Connection) Open(StoreContext context, string name, Action<SqliteConnection> prepare)
    {
        var file = Claim(context, name);
        SqliteConnection? connection = null;
        try
        {
            connection = new SqliteConnection(file.Path, readOnly: false);
            prepare(connection);
            return (file, connection);
        }
        catch (SqliteException e)
        {
            connection?.Dispose();
            file.Release();
            throw new StoreUnavailableException($"{file.Path} could not be opened: {e.Message}. Check the folder's "
                + "permissions and free space.", e);
        }
    }

    /// <summary>Releases the file and deletes it unless the data is kept.</summary>
    public void Release()
    {
        if (!keep)
        {
            foreach (var suffix in (ReadOnlySpan<string>)["", "-wal", "-shm"])
            {
                File.Delete(Path + suffix);
            }
        }

        claim.Dispose();
        File.Delete(claim.Name);
    }

    private static SqliteFile Claim(StoreContext context, string name)
    {
        var path = System.IO.Path.Combine(context.DataFolder, name + ".db");
        try
        {
            var claim = new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            return new SqliteFile(path, claim, context.KeepData);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StoreUnavailableException(
                $"{path} could not be locked: {e.Message} Close the other store that uses it, or choose a writable folder.", e);
        }
    }
}
