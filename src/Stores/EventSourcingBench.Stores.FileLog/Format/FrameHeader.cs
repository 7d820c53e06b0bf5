namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>The fixed first part of a frame's head, in the order of its bytes (little-endian, as all processors that .NET 10 ships for).
/// A frame holds the events of one append call and is the atomic unit. After the header come definitions of names that are new in the
/// segment, the table of the frame's streams, and the payload.</summary>
/// <param name="HeadCrc">The checksum of the rest of the head. It depends on the frame's address.</param>
/// <param name="Length">Bytes of the whole frame.</param>
/// <param name="HeadLength">Bytes before the payload.</param>
/// <param name="FirstEvent">The number of events before this frame.</param>
/// <param name="RecordedAtTicks">The time, UTC.</param>
/// <param name="SignedStreams">The number of streams; negative if all events belong to one stream and need no links.</param>
/// <param name="FlushedTo">The address up to which the log was on disk when this frame was written.</param>
/// <param name="Table">The offset of the table from the start of the frame.</param>
/// <param name="LastEvent">The offset of the last event in the payload.</param>
[StructLayout(LayoutKind.Sequential, Pack = sizeof(int))]
internal readonly record struct FrameHeader(
    uint MagicNumber,
    uint HeadCrc,
    uint PayloadCrc,
    int Length,
    int HeadLength,
    int Events,
    long FirstEvent,
    long RecordedAtTicks,
    int SignedStreams,
    long FlushedTo,
    int Definitions,
    int Table,
    int LastEvent)
{
    public const int Size = 64;
    public const uint Magic = 0x464C4245; // "EBLF", in the order of its bytes

    public const int MostBytes = 1 << 30;

    private const int CrcPlace = sizeof(uint);
    private const int CrcFrom = 2 * sizeof(uint);

    public int Streams => Math.Abs(SignedStreams);

    public bool IsSingle => SignedStreams < 0;

    /// <summary>Writes the header into the head, whose other parts are already written.</summary>
    public void Write(Span<byte> head, long address)
    {
        MemoryMarshal.Write(head, this);
        BinaryPrimitives.WriteUInt32LittleEndian(head[CrcPlace..], Crc.Of(head[CrcFrom..HeadLength], (ulong)address));
    }

    public static bool IsWhole(ReadOnlySpan<byte> head, long address) =>
        BinaryPrimitives.ReadUInt32LittleEndian(head[CrcPlace..]) == Crc.Of(head[CrcFrom..], (ulong)address);

    /// <summary>Reads the header; null if the bytes cannot be one. Does not verify checksums.</summary>
    public static FrameHeader? Read(ReadOnlySpan<byte> from)
    {
        if (from.Length < Size)
            return null;

        var header = MemoryMarshal.Read<FrameHeader>(from);
        return header.MagicNumber == Magic
            && header.Length is >= Size and <= MostBytes
            && header.HeadLength >= Size && header.HeadLength <= header.Length
            && header.Table >= Size && header.Table <= header.HeadLength
            && header.Events >= 0 && header.Definitions >= 0
            && header.LastEvent >= 0 && header.LastEvent <= header.Length - header.HeadLength
                ? header
                : null;
    }
}
