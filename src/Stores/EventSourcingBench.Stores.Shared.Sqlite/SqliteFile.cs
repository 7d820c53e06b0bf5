namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// The database file, locked by this process: with a second writer, positions would not be in commit order.
/// </summary>
internal sealed class SqliteFile
{
    private readonly FileStream _claim;
    private readonly bool _keep;

    private SqliteFile(string path, FileStream claim, bool keep)
    {
        Path = path;
        _claim = claim;
        _keep = keep;
    }

    public string Path { get; }

    /// <summary>Locks the file, which need not exist.</summary>
    /// <param name="context">The folder, and whether the data is kept.</param>
    /// <param name="name">The file name without its extension.</param>
    /// <exception cref="StoreUnavailableException">Another store has it, or the folder cannot be written to.</exception>
    public static SqliteFile Claim(StoreContext context, string name)
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

    /// <summary>Releases the file and deletes it unless the data is kept.</summary>
    public void Release()
    {
        if (!_keep)
        {
            foreach (var suffix in (ReadOnlySpan<string>)["", "-wal", "-shm"])
            {
                File.Delete(Path + suffix);
            }
        }

        _claim.Dispose();
        File.Delete(_claim.Name);
    }
}
