namespace EventSourcingBench.Stores.FileLog;

/// <summary>When the log is forced to disk.</summary>
internal enum SyncMode
{
    /// <summary>Before each acknowledgement.</summary>
    Fsync = 0,

    /// <summary>Once in an interval.</summary>
    Interval = 1,

    /// <summary>When a segment ends and when the store is closed.</summary>
    None = 2,
}
