using System.Buffers.Binary;

namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>
/// The fixed first part of a frame's head. A frame holds the events of one append call and is the atomic unit. After
/// it come definitions of names that are new in the segment, the table of the frame's streams, and the payload.
/// </summary>
internal readonly record struct FrameHeader
{
    public const int Size = 64;
    public const uint Magic = 0x464C4245; // "EBLF"

    /// <summary>The maximum frame size in bytes.</summary>
    public const int MostBytes = 1 << 30;

    /// <summary>The size of the whole frame in bytes.</summary>
    public required int Length { get; init; }

    public required uint PayloadCrc { get; init; }

    /// <summary>The number of bytes before the payload.</summary>
    public required int HeadLength { get; init; }

    public required int Events { get; init; }

    /// <summary>The number of events before this frame.</summary>
    public required long FirstEvent { get; init; }

    public required long RecordedAtTicks { get; init; }

    /// <summary>The number of entries in the table of streams.</summary>
    public required int Streams { get; init; }

    /// <summary>Whether all events belong to one stream and need no links.</summary>
    public required bool IsSingle { get; init; }

    /// <summary>The address up to which the log was on disk when this frame was written.</summary>
    public required long FlushedTo { get; init; }

    public required int Definitions { get; init; }

    /// <summary>The offset of the table from the start of the frame.</summary>
    public required int Table { get; init; }

    /// <summary>The offset of the last event in the payload.</summary>
    public required int LastEvent { get; init; }

    /// <summary>Writes the header into the head, whose other parts are already written.</summary>
    public void Write(Span<byte> head, long address)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(head, Magic);
        BinaryPrimitives.WriteUInt32LittleEndian(head[8..], PayloadCrc);
        BinaryPrimitives.WriteInt32LittleEndian(head[12..], Length);
        BinaryPrimitives.WriteInt32LittleEndian(head[16..], HeadLength);
        BinaryPrimitives.WriteInt32LittleEndian(head[20..], Events);
        BinaryPrimitives.WriteInt64LittleEndian(head[24..], FirstEvent);
        BinaryPrimitives.WriteInt64LittleEndian(head[32..], RecordedAtTicks);
        BinaryPrimitives.WriteInt32LittleEndian(head[40..], IsSingle ? -Streams : Streams);
        BinaryPrimitives.WriteInt64LittleEndian(head[44..], FlushedTo);
        BinaryPrimitives.WriteInt32LittleEndian(head[52..], Definitions);
        BinaryPrimitives.WriteInt32LittleEndian(head[56..], Table);
        BinaryPrimitives.WriteInt32LittleEndian(head[60..], LastEvent);
        BinaryPrimitives.WriteUInt32LittleEndian(head[4..], HeadCrc(head[..HeadLength], address));
    }

    /// <summary>The checksum of the head. It depends on the frame's address.</summary>
    public static uint HeadCrc(ReadOnlySpan<byte> head, long address) => Crc.Of(head[8..], (ulong)address);

    /// <summary>Whether the head's checksum is correct.</summary>
    public static bool IsWhole(ReadOnlySpan<byte> head, long address) =>
        BinaryPrimitives.ReadUInt32LittleEndian(head[4..]) == HeadCrc(head, address);

    /// <summary>Reads the header; null if the bytes cannot be one. Does not verify checksums.</summary>
    public static FrameHeader? Read(ReadOnlySpan<byte> from)
    {
        if (from.Length < Size || BinaryPrimitives.ReadUInt32LittleEndian(from) != Magic)
        {
            return null;
        }

        var streams = BinaryPrimitives.ReadInt32LittleEndian(from[40..]);
        var header = new FrameHeader
        {
            PayloadCrc = BinaryPrimitives.ReadUInt32LittleEndian(from[8..]),
            Length = BinaryPrimitives.ReadInt32LittleEndian(from[12..]),
            HeadLength = BinaryPrimitives.ReadInt32LittleEndian(from[16..]),
            Events = BinaryPrimitives.ReadInt32LittleEndian(from[20..]),
            FirstEvent = BinaryPrimitives.ReadInt64LittleEndian(from[24..]),
            RecordedAtTicks = BinaryPrimitives.ReadInt64LittleEndian(from[32..]),
            Streams = Math.Abs(streams),
            IsSingle = streams < 0,
            FlushedTo = BinaryPrimitives.ReadInt64LittleEndian(from[44..]),
            Definitions = BinaryPrimitives.ReadInt32LittleEndian(from[52..]),
            Table = BinaryPrimitives.ReadInt32LittleEndian(from[56..]),
            LastEvent = BinaryPrimitives.ReadInt32LittleEndian(from[60..]),
        };
        return header.Length is >= Size and <= MostBytes
            && header.HeadLength >= Size && header.HeadLength <= header.Length
            && header.Table >= Size && header.Table <= header.HeadLength
            && header.Events >= 0 && header.Definitions >= 0 && header.LastEvent >= 0 && header.LastEvent <= header.Length - header.HeadLength
                ? header
                : null;
    }
}
