using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// The database file, claimed for this process: a second writer would break the promise that positions are in the
/// order of commits.
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

    /// <summary>Claims the file, which need not be there yet.</summary>
    /// <param name="context">Its folder, and whether it is kept.</param>
    /// <param name="name">Its name without the extension.</param>
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
                $"{path} could not be claimed: {e.Message} Close the other store that has it open, or choose a folder that can be written to.", e);
        }
    }

    /// <summary>Gives it up, and removes it unless the data is to be kept.</summary>
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
