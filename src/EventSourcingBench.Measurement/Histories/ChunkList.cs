using System.Runtime.CompilerServices;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>A list that grows by arrays of 512 (none in the large object heap), as far as the budget goes. One writer at a time.</summary>
internal sealed class ChunkList<T>(HistoryBudget budget)
    where T : struct
{
    public const int Length = 512;

    private readonly List<T[]> _chunks = [];

    public long Count { get; private set; }

    public IReadOnlyList<T[]> Chunks => _chunks;

    public ref T this[long index] => ref _chunks[(int)(index / Length)][index % Length];

    /// <returns>False when the budget is used up: the item is left out, and counted.</returns>
    public bool TryAdd(in T item)
    {
        if (Count % Length == 0)
        {
            if (!budget.TryTake(Length * Unsafe.SizeOf<T>()))
                return false;

            _chunks.Add(new T[Length]);
        }

        _chunks[^1][Count++ % Length] = item;
        return true;
    }
}

/// <summary>How many bytes a history may take. Safe for concurrent use.</summary>
internal sealed class HistoryBudget(long bytes)
{
    private long _left = bytes;
    private long _omitted;

    public long Bytes { get; } = bytes;

    /// <summary>Operations and observations that were left out.</summary>
    public long Omitted => Volatile.Read(ref _omitted);

    /// <returns>False when none is left: the entry is left out, and counted.</returns>
    public bool TryTake(long wanted)
    {
        if (Interlocked.Add(ref _left, -wanted) >= 0)
            return true;

        Interlocked.Increment(ref _omitted);
        return false;
    }
}
