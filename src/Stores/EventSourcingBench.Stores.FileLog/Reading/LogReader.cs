namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads the log by addresses. Not safe for concurrent use.</summary>
internal sealed class LogReader(LogIndex index) : IDisposable
{
    // A small frame is read at once, so that its checksum is verified with each read.
    private const int SmallFrame = 64 * 1024;

    private readonly FileWindow _window = new();

    /// <summary>An entry of a stream. Backward: the previous entry is read next.</summary>
    public StreamEntry Entry(long address, bool isBackward)
    {
        var segment = index.Find(address);
        var from = new FieldReader(Get(segment, address, StreamEntry.MostBytes, isBackward));
        var entry = StreamEntry.Read(ref from);
        return from.IsWhole ? entry : throw Damaged(segment, address);
    }

    /// <summary>The frame at the address, with verified checksums.</summary>
    public FrameHeader Frame(long address)
    {
        var segment = index.Find(address);
        if (index.Verified.TryGetValue(address, out var verified))
            return verified;

        try
        {
            var scan = new SegmentScan(_window, segment.File, segment.Base, segment.End - segment.Base);
            var header = scan.Read(address) ?? throw Damaged(segment, address);
            if (header.Length > SmallFrame)
                index.Verified.TryAdd(address, header);

            return header;
        }
        catch (Exception e) when (e is ObjectDisposedException or IOException)
        {
            throw Unreadable(segment, address, e);
        }
    }

    public EventHead EventHead(long address, bool isSingle)
    {
        var segment = index.Find(address);
        return Format.EventHead.TryRead(Get(segment, address, Format.EventHead.MostBytes), isSingle, out var head)
            ? head
            : throw Damaged(segment, address);
    }

    public RecordedEvent Event(long address, EventHead head, StreamId stream, long version, long recordedAtTicks, out int size)
    {
        var segment = index.Find(address);
        var end = head.Size + head.DataLength;
        var from = new FieldReader(Get(segment, address, end + (head.HasMetadata ? Varint.MostBytes : 0)), end);
        var metadata = head.HasMetadata ? from.Number() : 0;
        size = from.At + (int)Math.Min(metadata, FrameHeader.MostBytes);
        var bytes = Get(segment, address, size);
        if (!from.IsWhole || bytes.Length < size || index.Types.Find(head.Type) is not { } type)
            throw Damaged(segment, address);

        return new RecordedEvent
        {
            Id = head.Id,
            Stream = stream,
            Version = version,
            Position = address,
            Type = type.Text,
            Data = bytes.Slice(head.Size, head.DataLength).ToArray(),
            Metadata = head.HasMetadata ? bytes[from.At..size].ToArray() : default(ReadOnlyMemory<byte>),
            RecordedAt = new DateTimeOffset(recordedAtTicks, TimeSpan.Zero),
        };
    }

    /// <summary>The bytes at the address; fewer at the end of the segment.</summary>
    public ReadOnlySpan<byte> Bytes(long address, int wanted)
    {
        var bytes = Get(index.Find(address), address, wanted);
        return bytes[..Math.Min(bytes.Length, wanted)];
    }

    public StoreUnavailableException Damaged(long address) => Damaged(index.Find(address), address);

    public void Dispose() => _window.Dispose();

    private ReadOnlySpan<byte> Get(Segment segment, long address, int wanted, bool isBackward = false)
    {
        try
        {
            return _window.Get(segment.File, address - segment.Base, wanted, segment.End - segment.Base, isBackward);
        }
        catch (Exception e) when (e is ObjectDisposedException or IOException)
        {
            throw Unreadable(segment, address, e);
        }
    }

    private StoreUnavailableException Unreadable(Segment segment, long address, Exception e) =>
        e is IOException ? new StoreUnavailableException($"{segment.File.Name} could not be read: {e.Message}", e)
        : address < index.Removed ? index.Gone(address)
        : StoreClosing.Error(e);

    private static StoreUnavailableException Damaged(Segment segment, long address) => new(
        $"The log is damaged: {segment.File.Name}, offset {address - segment.Base}. The checksum does not match. "
            + "Restore the folder from a backup.");
}
