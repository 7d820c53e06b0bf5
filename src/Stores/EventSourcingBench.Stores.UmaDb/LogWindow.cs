namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// The part of the server's one log that is this store's: everything behind the position that was the head when it was
/// opened for the first time. Inside of the store positions count from 1; on the wire they are the log's.
/// </summary>
/// <param name="Start">The last position that is not the store's, 0 for the whole log.</param>
internal readonly record struct LogWindow(ulong Start)
{
    /// <summary>The log's position of one of the store's; one behind the largest is the largest.</summary>
    public ulong ToLog(long position) => Start + (ulong)Math.Max(position, 0);

    /// <summary>The store's position of one of the log's; 0 for one before its start.</summary>
    public long ToStore(ulong position) => position > Start ? (long)(position - Start) : 0;
}
