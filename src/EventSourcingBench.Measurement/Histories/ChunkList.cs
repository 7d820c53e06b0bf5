namespace EventSourcingBench.Measurement.Histories;

/// <summary>A list that grows by arrays of 512 within the budget, pinned as the garbage collector would copy others. One writer.</summary>
internal sealed class ChunkList<T>(HistoryBudget budget)
    where T : struct
{
    public const int Length = 512;

    private readonly List<T[]> _chunks = [];
    private T[] _filling = [];
    private int _filled;

    public long Count => ((_chunks.Count - 1L) * Length) + (_chunks.Count == 0 ? Length : _filled);

    public IReadOnlyList<T[]> Chunks => _chunks;

    public ref T Last => ref _filling[_filled - 1];

    public ref T this[long index] => ref _chunks[(int)(index / Length)][index % Length];

    /// <returns>False when the budget is used up: the item is left out, and counted.</returns>
    public bool TryAdd(in T item)
    {
        if (_filled == _filling.Length)
        {
            if (!budget.TryTake(Length * Unsafe.SizeOf<T>()))
                return false;

            (_filling, _filled) = (GC.AllocateUninitializedArray<T>(Length, pinned: true), 0);
            _chunks.Add(_filling);
        }

        _filling[_filled++] = item;
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
