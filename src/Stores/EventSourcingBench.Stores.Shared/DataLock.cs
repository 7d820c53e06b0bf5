namespace EventSourcingBench.Stores.Shared;

/// <summary>The lock of a store's files: with a second writer, positions would not be in the order of commits.</summary>
public static class DataLock
{
    /// <summary>Holds the file <c>PATH.lock</c> until it is disposed of.</summary>
    /// <param name="prepare">Runs under the lock, which is released if it fails.</param>
    /// <exception cref="StoreUnavailableException">Another store has it, or the folder cannot be written to.</exception>
    public static FileStream Take(string path, Action? prepare = null)
    {
        FileStream? held = null;
        try
        {
            // Deleted while it is locked: a file deleted later could be one that another process has locked meanwhile.
            held = new FileStream(
                path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, bufferSize: 1, FileOptions.DeleteOnClose);
            prepare?.Invoke();
            return held;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            held?.Dispose();
            throw new StoreUnavailableException(
                $"{path} could not be locked: {e.Message} Close the other store that uses it, or choose a writable folder.", e);
        }
    }
}
