namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads the log by addresses. Not safe for concurrent use.</summary>
internal sealed class LogReader(LogIndex index) : IDisposable
{
    // A small frame is read at once, so that its checksum is verified with each read.
    private const int SmallFrame = 64 * 1024;

    private readonly FileWindow _window = new();
    private Segment? _last;

    /// <summary>An entry of a stream. Backward: the previous entry is read next.</summary>
    public StreamEntry Entry(long address, bool isBackward)
    {
        var from = new FieldReader(Get(address, StreamEntry.MostBytes, isBackward));
        var entry = StreamEntry.Read(ref from);
        return from.IsWhole ? entry : throw Damaged(address);
    }

    /// <summary>The frame at the address, with verified checksums.</summary>
    public FrameHeader Frame(long address)
    {
        var segment = SegmentOf(address);
        if (index.Verified.TryGetValue(address, out var verified))
            return verified;

        try
        {
            var scan = new SegmentScan(_window, segment.File, segment.Base, segment.End - segment.Base);
            var header = scan.Read(address) ?? throw Damaged(address);
            if (header.Length > SmallFrame)
                index.Verified.TryAdd(address, header);

            return header;
        }
        catch (Exception e) when (e is ObjectDisposedException or IOException)
        {
            throw Unreadable(segment, address, e);
        }
    }

    public EventHead EventHead(long address, bool isSingle) =>
        Format.EventHead.TryRead(Get(address, Format.EventHead.MostBytes), isSingle, out var head) ? head : throw Damaged(address);

    public RecordedEvent Event(long address, EventHead head, StreamId stream, long version, long recordedAtTicks, out int size)
    {
        var end = head.Size + head.DataLength;
        var from = new FieldReader(Get(address, end + (head.HasMetadata ? Varint.MostBytes : 0)), end);
        var metadata = head.HasMetadata ? from.Number() : 0;
        size = from.At + (int)Math.Min(metadata, FrameHeader.MostBytes);
        var bytes = Get(address, size);
        if (!from.IsWhole || bytes.Length < size || index.Types.Find(head.Type) is not { } type)
            throw Damaged(address);

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

    /// <summary>The bytes at the address, often more than wanted; fewer at the end of the segment.</summary>
    public ReadOnlySpan<byte> Get(long address, int wanted, bool isBackward = false)
    {
        var segment = SegmentOf(address);
        try
        {
            return _window.Get(segment.File, address - segment.Base, wanted, segment.End - segment.Base, isBackward);
        }
        catch (Exception e) when (e is ObjectDisposedException or IOException)
        {
            throw Unreadable(segment, address, e);
        }
    }

    public StoreUnavailableException Damaged(long address)
    {
        var segment = index.Find(address);
        return new($"The log is damaged: {segment.File.Name}, offset {address - segment.Base}. The checksum does not match. "
            + "Restore the folder from a backup.");
    }

    public void Dispose() => _window.Dispose();

    // Most often that of the address before.
    private Segment SegmentOf(long address) =>
        _last = _last is { } last && address >= last.Base && address < last.End ? last : index.Find(address);

    private StoreUnavailableException Unreadable(Segment segment, long address, Exception e) =>
        e is IOException ? new StoreUnavailableException($"{segment.File.Name} could not be read: {e.Message}", e)
        : address < index.Removed ? index.Gone(address)
        : StoreClosing.Error(e);
}
