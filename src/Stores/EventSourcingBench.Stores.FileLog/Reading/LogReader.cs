namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads the log by addresses. Not safe for concurrent use.</summary>
internal sealed class LogReader(LogIndex index) : IDisposable
{
    // A small frame is read at once, so that its checksum is verified with each read.
    private const int SmallFrame = 64 * 1024;

    private readonly FileWindow _window = new();
    private Segment? _last;

    /// <summary>An entry of a stream. The previous one is read next.</summary>
    public StreamEntry Entry(long address)
    {
        var from = new FieldReader(Get(address, StreamEntry.MostBytes, isBackward: true));
        var entry = StreamEntry.Read(ref from);
        return from.IsWhole ? entry : throw Damaged(address);
    }

    /// <summary>The frame at the address, with verified checksums.</summary>
    public FrameHeader Frame(long address)
    {
        if (index.Verified.TryGetValue(address, out var verified))
            return verified;

        var header = TryFrame(address) ?? throw Damaged(address);
        if (header.Length > SmallFrame)
            index.Verified.TryAdd(address, header);

        return header;
    }

    /// <summary>The same; null if there is none.</summary>
    public FrameHeader? TryFrame(long address)
    {
        if (TryHead(address) is not { } header || header.Length > SegmentOf(address).End - address)
            return null;

        if (header.Length <= SmallFrame)
        {
            // Also the next reads find a small frame in the window.
            Get(address, header.Length);
        }

        var sum = Crc.Begin();
        for (var (at, end) = (address + header.HeadLength, address + header.Length); at < end;)
        {
            // The block size is a multiple of eight, which the checksum needs for all but the last block.
            var size = (int)Math.Min(SmallFrame, end - at);
            var bytes = Get(at, size);
            if (bytes.Length < size)
                return null;

            sum = Crc.Add(sum, bytes[..size]);
            at += size;
        }

        return Crc.End(sum) == header.PayloadCrc ? header : null;
    }

    /// <summary>The head at the address, with its checksum verified; null if there is none. The payload is not read.</summary>
    public FrameHeader? TryHead(long address)
    {
        if (FrameHeader.Read(Get(address, FrameHeader.Size)) is not { } header || header.HeadLength > SegmentOf(address).End - address)
            return null;

        var head = Get(address, header.HeadLength);
        return head.Length >= header.HeadLength && FrameHeader.IsWhole(head[..header.HeadLength], address) ? header : null;
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
    /// <returns>Valid until the next call.</returns>
    public ReadOnlySpan<byte> Get(long address, int wanted, bool isBackward = false)
    {
        var segment = SegmentOf(address);
        try
        {
            return _window.Get(segment.File, address - segment.Base, wanted, segment.End - segment.Base, isBackward);
        }
        catch (Exception e) when (e is ObjectDisposedException or IOException)
        {
            throw e is IOException ? new StoreUnavailableException($"{segment.File.Name} could not be read: {e.Message}", e)
                : address < index.Removed ? index.Gone(address)
                : StoreClosing.Error(e);
        }
    }

    public StoreUnavailableException Damaged(long address)
    {
        var segment = index.Find(address);
        return new($"The log is damaged: {segment.File.Name}, offset {address - segment.Base}. The checksum does not match. "
            + "Restore the folder from a backup.");
    }

    // Most often that of the address before.
    public Segment SegmentOf(long address) =>
        _last = _last is { } last && address >= last.Base && address < last.End ? last : index.Find(address);

    public void Dispose() => _window.Dispose();
}
