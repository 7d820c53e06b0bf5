namespace EventSourcingBench.Stores.UmaDb;

/// <summary>
/// The store's part of the server's single log: all events after the head at its first opening. Positions of the store count
/// from 1; requests use those of the log.
/// </summary>
/// <param name="Start">The last position before the store's part, 0 for the whole log.</param>
internal readonly record struct LogWindow(ulong Start)
{
    /// <summary>Converts a position of the store to the log's, limited to the largest one.</summary>
    public ulong ToLog(long position) => Start + (ulong)Math.Max(position, 0);

    /// <summary>Converts a position of the log to the store's; 0 for one before the store's part.</summary>
    public long ToStore(ulong position) => position > Start ? (long)(position - Start) : 0;
}
