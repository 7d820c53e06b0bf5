namespace EventSourcingBench.Stores.FileLog;

/// <summary>
/// The frames that are written by one call: heads and small payloads in a buffer of its own, big payloads from where
/// they are.
/// </summary>
internal sealed class Batch
{
    private const int CopiedBytes = 16 * 1024;

    private readonly List<(ReadOnlyMemory<byte> Bytes, int Start, int Length)> _parts = [];
    private readonly List<ReadOnlyMemory<byte>> _memory = [];
    private byte[] _buffer = new byte[64 * 1024];
    private int _used;
    private int _partStart;

    /// <summary>The appends whose answers wait for this batch: frames and lost races.</summary>
    public List<PendingAppend> Appends { get; } = [];

    /// <summary>Bytes of the frames that are still to be written.</summary>
    public long Unwritten { get; private set; }

    /// <summary>What there was is written.</summary>
    public void Written()
    {
        _parts.Clear();
        _memory.Clear();
        (_used, _partStart, Unwritten) = (0, 0, 0);
    }

    /// <summary>Room for a head at the end of what is there.</summary>
    public Span<byte> Reserve(int bytes)
    {
        if (_buffer.Length - _used < bytes)
        {
            Array.Resize(ref _buffer, Math.Max(_buffer.Length * 2, _used + bytes));
        }

        return _buffer.AsSpan(_used);
    }

    /// <summary>Adds a frame whose head was written to where <see cref="Reserve"/> said.</summary>
    public void Add(int headLength, ReadOnlyMemory<byte> payload)
    {
        _used += headLength;
        Unwritten += headLength + payload.Length;
        if (payload.Length <= CopiedBytes)
        {
            payload.Span.CopyTo(Reserve(payload.Length));
            _used += payload.Length;
            return;
        }

        EndPart();
        _parts.Add((payload, -1, 0));
    }

    /// <summary>Everything, in order. Good until the next frame.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Parts()
    {
        EndPart();
        _memory.Clear();
        foreach (var (bytes, start, length) in _parts)
        {
            _memory.Add(start < 0 ? bytes : _buffer.AsMemory(start, length));
        }

        return _memory;
    }

    private void EndPart()
    {
        if (_used > _partStart)
        {
            _parts.Add((default, _partStart, _used - _partStart));
            _partStart = _used;
        }
    }
}
