namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The frames of one write: heads and small payloads in a buffer, large payloads by reference.</summary>
internal sealed class Batch
{
    private const int CopiedBytes = 16 * 1024;

    private readonly List<(ReadOnlyMemory<byte> Bytes, int Start, int Length)> _parts = [];
    private readonly List<ReadOnlyMemory<byte>> _memory = [];
    private byte[] _buffer = new byte[64 * 1024];
    private int _used;
    private int _partStart;

    /// <summary>The appends completed with this batch: frames and version conflicts.</summary>
    public List<PendingAppend> Appends { get; } = [];

    /// <summary>Bytes of the frames not yet written.</summary>
    public long Unwritten { get; private set; }

    public void Written()
    {
        _parts.Clear();
        _memory.Clear();
        (_used, _partStart, Unwritten) = (0, 0, 0);
    }

    /// <summary>Space for a head at the end of the buffer.</summary>
    public Span<byte> Reserve(int bytes)
    {
        if (_buffer.Length - _used < bytes)
        {
            Array.Resize(ref _buffer, Math.Max(_buffer.Length * 2, _used + bytes));
        }

        return _buffer.AsSpan(_used);
    }

    /// <summary>Adds a frame whose head was written into the space from <see cref="Reserve"/>.</summary>
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

    /// <summary>All buffers in order. Valid until the next frame is added.</summary>
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
