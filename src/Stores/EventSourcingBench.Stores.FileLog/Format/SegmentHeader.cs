namespace EventSourcingBench.Stores.FileLog.Format;

/// <param name="Base">The address of the segment's first byte. Addresses count bytes across all segments.</param>
/// <param name="FirstEvent">The number of events before the segment.</param>
/// <param name="LastEvent">The address of the last event before the segment; 0 if there is none.</param>
internal readonly record struct SegmentHeader(long Base, long FirstEvent, long LastEvent)
{
    public const int Size = 40;
    private const ulong Magic = 0x31474F4C_46425345; // "ESBFLOG1"

    private const int CrcPlace = 36;

    public void Write(Span<byte> into)
    {
        into[..Size].Clear();
        BinaryPrimitives.WriteUInt64LittleEndian(into, Magic);
        MemoryMarshal.Write(into[sizeof(ulong)..], this);
        BinaryPrimitives.WriteUInt32LittleEndian(into[CrcPlace..], Crc.Of(into[..CrcPlace]));
    }

    public static SegmentHeader? Read(ReadOnlySpan<byte> from) =>
        from.Length >= Size
        && BinaryPrimitives.ReadUInt64LittleEndian(from) == Magic
        && BinaryPrimitives.ReadUInt32LittleEndian(from[CrcPlace..]) == Crc.Of(from[..CrcPlace])
            ? MemoryMarshal.Read<SegmentHeader>(from[sizeof(ulong)..])
            : null;
}
