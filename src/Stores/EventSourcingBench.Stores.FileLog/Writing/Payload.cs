namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>The events of one call in log format, encoded on the caller's thread. The writer only adds versions and addresses. Payloads
/// are reused, so a bulk append allocates nothing per event.</summary>
internal sealed class Payload(LogIndex index)
{
    // The maximum overhead of an event besides data and metadata.
    private const int MostOverhead = EventHead.MostBytes + Varint.MostBytes;

    private readonly HashSet<Guid> _ids = [];
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private FrameStream[] _streams = new FrameStream[1];
    private byte[] _bytes = [];
    private int _length;
    private int _streamCount;

    /// <summary>Whether all events belong to one stream and need no links.</summary>
    public bool IsSingle { get; private set; }

    public int Events { get; private set; }

    public Span<FrameStream> Streams => _streams.AsSpan(0, _streamCount);

    public List<LogName> Types { get; } = [];

    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    public int Capacity => _bytes.Length;

    public uint Crc { get; private set; }

    public int LastEvent { get; private set; }

    public void Encode(StreamId stream, IReadOnlyList<EventData> events)
    {
        Reset(isSingle: true);
        _streams[_streamCount++] = new FrameStream { State = index.Streams.GetOrAdd(stream.Value), Count = events.Count };
        foreach (var data in events)
            Put(data, stream: null);

        Finish(events.Count);
    }

    public void Encode(IReadOnlyList<BulkEvent> events)
    {
        Reset(isSingle: false);
        _places.Clear();
        _ids.Clear();
        _ids.EnsureCapacity(events.Count);
        for (var i = 0; i < events.Count; i++)
        {
            var (stream, data) = events[i];
            if (!_ids.Add(data.Id))
                throw new ArgumentException($"The event {data.Id} is in the list twice.", nameof(events));

            Put(data, stream.Value);
        }

        Finish(events.Count);
    }

    /// <summary>Gives its memory back: it must not be used any more.</summary>
    public void Release() => ArrayPool<byte>.Shared.Return(_bytes);

    private void Reset(bool isSingle)
    {
        (IsSingle, _streamCount, LastEvent, _length) = (isSingle, 0, 0, 0);
        Types.Clear();
    }

    private void Finish(int events) => (Events, Crc) = (events, Format.Crc.Of(Bytes.Span));

    private void Reserve(long most)
    {
        if (_bytes.Length - _length >= most)
            return;

        if (_length + most > FrameHeader.MostBytes / 2)
            throw new ArgumentException($"The append has more than {FrameHeader.MostBytes / 2} bytes: append it in parts.");

        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Max(_length + most, Math.Max(512, _bytes.Length * 2L)));
        _bytes.AsSpan(0, _length).CopyTo(larger);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = larger;
    }

    /// <summary>Encodes an event; in bulk with a link from the previous event of its stream.</summary>
    private void Put(EventData data, string? stream)
    {
        Reserve((long)MostOverhead + data.Data.Length + data.Metadata.Length);
        LastEvent = _length;
        if (stream is not null)
            PutLink(Place(stream));

        var hasMetadata = data.Metadata.Length > 0;
        PutNumber(((long)Type(data.Type).Number << 1) | (hasMetadata ? 1L : 0L));
        data.Id.TryWriteBytes(_bytes.AsSpan(_length));
        _length += EventHead.IdBytes;
        PutBytes(data.Data.Span);
        if (hasMetadata)
            PutBytes(data.Metadata.Span);
    }

    private void PutNumber(long number) => _length += Varint.Write(_bytes.AsSpan(_length), number);

    private void PutBytes(ReadOnlySpan<byte> bytes)
    {
        PutNumber(bytes.Length);
        bytes.CopyTo(_bytes.AsSpan(_length));
        _length += bytes.Length;
    }

    private void PutLink(int place)
    {
        ref var stream = ref _streams[place];
        if (stream.Count++ > 0)
        {
            var link = stream.Last + Varint.Write(_bytes.AsSpan(_length), place);
            BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(link), (uint)(_length - stream.Last));
        }

        stream.Last = _length;
        PutNumber(place);
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(_length), 0);
        _length += sizeof(uint);
    }

    /// <summary>The index of the stream in the frame's table.</summary>
    private int Place(string stream)
    {
        if (_places.TryGetValue(stream, out var place))
            return place;

        if (_streamCount == _streams.Length)
            Array.Resize(ref _streams, _streamCount * 2);

        _streams[_streamCount] = new FrameStream { State = index.Streams.GetOrAdd(stream), First = _length };
        _places.Add(stream, _streamCount);
        return _streamCount++;
    }

    private LogName Type(string name)
    {
        foreach (var known in Types)
        {
            if (known.Text == name)
                return known;
        }

        var type = index.Types.GetOrAdd(name);
        Types.Add(type);
        return type;
    }
}

/// <summary>A stream of a frame under construction.</summary>
internal struct FrameStream
{
    public StreamState State;

    /// <summary>The offset of its first event in the payload.</summary>
    public int First;

    /// <summary>The offset of its last event so far.</summary>
    public int Last;

    public int Count;

    /// <summary>Set by the writer: the version of the first event.</summary>
    public long FirstVersion;

    /// <summary>Set by the writer: the address of the table's entry.</summary>
    public long Entry;
}

/// <summary>Payloads for reuse: many small ones of single appends and a few large ones of bulk appends.</summary>
internal sealed class PayloadPool(LogIndex index)
{
    private readonly ConcurrentQueue<Payload> _single = new();
    private readonly ConcurrentQueue<Payload> _bulk = new();

    public Payload Rent(bool isSingle) => (isSingle ? _single : _bulk).TryDequeue(out var payload) ? payload : new Payload(index);

    public void Return(Payload payload)
    {
        var (idle, most, mostBytes) = payload.IsSingle ? (_single, 256, 64 << 10) : (_bulk, 4, 16 << 20);
        if (payload.Capacity <= mostBytes && idle.Count < most)
            idle.Enqueue(payload);
        else
            payload.Release();
    }
}
