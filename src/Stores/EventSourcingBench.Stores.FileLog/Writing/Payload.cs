using System.Buffers;

namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>
/// The events of one call in log format, encoded on the caller's thread. The writer only adds versions and addresses.
/// Payloads are reused, so a bulk append allocates nothing per event.
/// </summary>
internal sealed class Payload(LogIndex index)
{
    // The maximum overhead of an event besides data and metadata.
    private const int MostOverhead = EventHead.MostBytes + Varint.MostBytes;
    private const int KeptBytes = 16 << 20;
    private const int BigBytes = 64 << 10;

    private readonly IdSet _ids = new();
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private readonly List<LogName> _types = [];
    private FrameStream[] _streams = new FrameStream[1];
    private byte[] _bytes = [];
    private int _length;

    /// <summary>Whether all events belong to one stream and need no links.</summary>
    public bool IsSingle { get; private set; }

    public int Events { get; private set; }

    public int StreamCount { get; private set; }

    public Span<FrameStream> Streams => _streams.AsSpan(0, StreamCount);

    public List<LogName> Types => _types;

    public ReadOnlyMemory<byte> Bytes => _bytes.AsMemory(0, _length);

    public uint Crc { get; private set; }

    public int LastEvent { get; private set; }

    /// <summary>Whether it is small enough for reuse.</summary>
    public bool IsReusable => _bytes.Length <= KeptBytes;

    /// <summary>Whether it holds much memory.</summary>
    public bool IsBig => _bytes.Length > BigBytes;

    public void Encode(StreamId stream, IReadOnlyList<EventData> events)
    {
        Reset(isSingle: true);
        _streams[0] = new FrameStream { State = index.Streams.GetOrAdd(stream.Value), Count = events.Count };
        StreamCount = 1;
        for (var i = 0; i < events.Count; i++)
        {
            var data = events[i];
            Reserve(data);
            LastEvent = _length;
            Put(data);
        }

        Finish(events.Count);
    }

    /// <exception cref="ArgumentException">Two have the same id.</exception>
    public void Encode(IReadOnlyList<BulkEvent> events)
    {
        Reset(isSingle: false);
        _ids.Reset(events.Count);
        for (var i = 0; i < events.Count; i++)
        {
            var (stream, data) = events[i];
            Reserve(data);
            LastEvent = _length;
            PutLink(Place(stream.Value));
            var id = Put(data);
            if (!_ids.Add(_bytes, id))
                throw new ArgumentException($"The event {data.Id} is in the list twice.", nameof(events));
        }

        Finish(events.Count);
    }

    public void Release()
    {
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
    }

    private void Reset(bool isSingle)
    {
        IsSingle = isSingle;
        (StreamCount, LastEvent, _length) = (0, 0, 0);
        _types.Clear();
        _places.Clear();
    }

    private void Finish(int events)
    {
        Events = events;
        Crc = Format.Crc.Of(Bytes.Span);
    }

    private void Reserve(EventData data)
    {
        var most = (long)MostOverhead + data.Data.Length + data.Metadata.Length;
        if (_bytes.Length - _length >= most)
            return;

        if (_length + most > FrameHeader.MostBytes / 2)
            throw new ArgumentException($"The append has more than {FrameHeader.MostBytes / 2} bytes: append it in parts.");

        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Max(_length + most, Math.Max(512, _bytes.Length * 2L)));
        _bytes.AsSpan(0, _length).CopyTo(larger);
        if (_bytes.Length > 0)
            ArrayPool<byte>.Shared.Return(_bytes);

        _bytes = larger;
    }

    /// <summary>The index of the stream in the frame's table.</summary>
    private int Place(string stream)
    {
        if (_places.TryGetValue(stream, out var place))
            return place;

        if (StreamCount == _streams.Length)
            Array.Resize(ref _streams, StreamCount * 2);

        _streams[StreamCount] = new FrameStream { State = index.Streams.GetOrAdd(stream), First = _length };
        _places.Add(stream, StreamCount);
        return StreamCount++;
    }

    /// <summary>Links the stream's previous event to this one.</summary>
    private void PutLink(int place)
    {
        ref var stream = ref _streams[place];
        if (stream.Count++ > 0)
        {
            var link = stream.Last + Varint.Write(_bytes.AsSpan(_length), place);
            BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(link), (uint)(_length - stream.Last));
        }

        stream.Last = _length;
        _length += Varint.Write(_bytes.AsSpan(_length), place);
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(_length), 0);
        _length += sizeof(uint);
    }

    /// <summary>Encodes the event and returns the offset of its id.</summary>
    private int Put(EventData data)
    {
        var into = _bytes.AsSpan();
        var hasMetadata = data.Metadata.Length > 0;
        _length += Varint.Write(into[_length..], ((long)Type(data.Type).Number << 1) | (hasMetadata ? 1L : 0L));
        var id = _length;
        data.Id.TryWriteBytes(into[id..]);
        _length += 16;
        _length += Varint.Write(into[_length..], data.Data.Length);
        data.Data.Span.CopyTo(into[_length..]);
        _length += data.Data.Length;
        if (hasMetadata)
        {
            _length += Varint.Write(into[_length..], data.Metadata.Length);
            data.Metadata.Span.CopyTo(into[_length..]);
            _length += data.Metadata.Length;
        }

        return id;
    }

    private LogName Type(string name)
    {
        foreach (var known in _types)
        {
            if (ReferenceEquals(known.Text, name) || known.Text == name)
                return known;
        }

        var type = index.Types.GetOrAdd(name);
        _types.Add(type);
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

/// <summary>A pool of payloads: many small ones and a few large ones.</summary>
internal sealed class PayloadPool(LogIndex index)
{
    private const int MostSmall = 256;
    private const int MostBig = 4;

    private readonly ConcurrentQueue<Payload> _small = new();
    private readonly ConcurrentQueue<Payload> _big = new();

    public Payload Rent(bool isBig) => (isBig ? _big : _small).TryDequeue(out var payload) ? payload : new Payload(index);

    public void Return(Payload payload)
    {
        var (free, most) = payload.IsBig ? (_big, MostBig) : (_small, MostSmall);
        if (payload.IsReusable && free.Count < most)
            free.Enqueue(payload);
        else
            payload.Release();
    }
}
