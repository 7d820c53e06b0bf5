namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>Events that are flushed together, likely as many as in the batch before. They lie in two arrays, without an object for each, so
/// that what waits takes little more than its bytes; the objects of the contract are made when the flush begins.</summary>
internal sealed class BufferBatch(BufferBatch? likely)
{
    public const int EntryBytes = 24;

    private const int LeastEvents = 16;
    private const int LeastBytes = 512;

    private Slot[] _entries = new Slot[Math.Max(LeastEvents, likely?.Count ?? 0)];

    // Not taken from a pool: a store may keep the events as they are, and with them their bytes.
    private byte[] _data = GC.AllocateUninitializedArray<byte>(Math.Max(LeastBytes, likely?.Bytes ?? 0));

    public int Count { get; private set; }

    public int Bytes { get; private set; }

    /// <summary>What it takes of the memory limit.</summary>
    public long Memory => Bytes + ((long)Count * EntryBytes);

    public void Add(int stream, Guid id, ReadOnlySpan<byte> data)
    {
        if (Count == _entries.Length)
            Array.Resize(ref _entries, 2 * Count);

        if (Bytes + data.Length > _data.Length)
            Array.Resize(ref _data, Math.Max(2 * _data.Length, Bytes + data.Length));

        data.CopyTo(_data.AsSpan(Bytes));
        Bytes += data.Length;
        _entries[Count++] = new Slot(id, stream, Bytes);
    }

    public Guid IdAt(int index) => _entries[index].Id;

    public int StreamAt(int index) => _entries[index].Stream;

    public BulkEvent[] ToEvents(IReadOnlyList<StreamId> streams, string type)
    {
        var (events, start) = (new BulkEvent[Count], 0);
        for (var i = 0; i < events.Length; i++)
        {
            var (id, stream, end) = _entries[i];
            events[i] = new BulkEvent(streams[stream], new EventData(id, type, _data.AsMemory(start, end - start)));
            start = end;
        }

        return events;
    }

    private readonly record struct Slot(Guid Id, int Stream, int End);
}
