namespace EventSourcingBench.Conformance;

/// <summary>Keeps what a projection says of its saves, and may act on each row.</summary>
public sealed class RecordingObserver(Action<ReadModelRow>? act = null) : IProjectionObserver
{
    private int _inside;

    /// <summary>Each row of each save, with the SaveTime.</summary>
    public ConcurrentQueue<(ReadModelRow Row, DateTimeOffset SaveTime)> Rows { get; } = new();

    /// <summary>True when two saves were reported at the same time.</summary>
    public bool WasConcurrent { get; private set; }

    public void Saved(IReadOnlyList<ReadModelRow> rows, DateTimeOffset saveTime)
    {
        WasConcurrent |= Interlocked.Increment(ref _inside) != 1;
        foreach (var row in rows)
        {
            Rows.Enqueue((row, saveTime));
            act?.Invoke(row);
        }

        Interlocked.Decrement(ref _inside);
    }
}
