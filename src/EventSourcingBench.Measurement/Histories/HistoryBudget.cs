namespace EventSourcingBench.Measurement.Histories;

/// <summary>How much a history may take: half of the memory that the process may use. Safe for concurrent use.</summary>
/// <param name="bytes">The most bytes.</param>
internal sealed class HistoryBudget(long bytes)
{
    private const int Share = 2;
    private long _left = bytes;
    private long _omitted;

    /// <summary>The budget of this process.</summary>
    public static HistoryBudget OfProcess() => new(GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / Share);

    /// <summary>The most bytes.</summary>
    public long Bytes { get; } = bytes;

    /// <summary>Operations and observations that were left out.</summary>
    public long Omitted => Volatile.Read(ref _omitted);

    /// <summary>Takes memory for more entries.</summary>
    /// <returns>False when none is left: the entry is left out, and counted.</returns>
    public bool TryTake(long wanted)
    {
        if (Interlocked.Add(ref _left, -wanted) >= 0)
            return true;

        Interlocked.Increment(ref _omitted);
        return false;
    }
}
