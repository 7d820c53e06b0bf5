namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>The fields before an event's data: [stream in the frame's table, distance to the stream's next event in the frame,] type and
/// metadata flag, id, length of the data. A frame of one stream omits the first two.</summary>
/// <param name="Stream">The index of the stream in the frame's table.</param>
/// <param name="Next">The distance to the stream's next event in this frame; 0 for the last.</param>
/// <param name="Size">Bytes of this head.</param>
internal readonly record struct EventHead(int Stream, uint Next, int Type, bool HasMetadata, Guid Id, int DataLength, int Size)
{
    public const int IdBytes = 16;
    public const int MostBytes = IdBytes + sizeof(uint) + (3 * Varint.MostBytes);

    /// <summary>Reads the head; false if the bytes cannot be one.</summary>
    public static bool TryRead(ReadOnlySpan<byte> bytes, bool isSingle, out EventHead head)
    {
        var from = new FieldReader(bytes);
        var (stream, next) = isSingle ? (0L, 0U) : (from.Number(), from.Link());
        var type = from.Number();
        var (id, length) = (from.Id(), from.Number());
        head = new EventHead((int)stream, next, (int)(type >> 1), (type & 1) == 1, id, (int)length, from.At);
        return from.IsWhole && length <= FrameHeader.MostBytes;
    }
}
