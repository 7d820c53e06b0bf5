namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>A frame's table entry for one of its streams. The index refers to these entries.</summary>
/// <param name="FirstVersion">The version of its first event in this frame.</param>
/// <param name="First">The offset of the first event in the payload.</param>
/// <param name="Back">The offset of this entry from the start of the frame.</param>
/// <param name="PreviousDistance">The distance to the stream's previous entry, in another frame; 0 if there is none.</param>
internal readonly record struct StreamEntry(long Stream, long FirstVersion, long Count, long First, long Back, long PreviousDistance)
{
    public const int MostBytes = 6 * Varint.MostBytes;

    public int Write(Span<byte> into)
    {
        var at = 0;
        foreach (var field in (ReadOnlySpan<long>)[Stream, FirstVersion, Count, First, Back, PreviousDistance])
            at += Varint.Write(into[at..], field);

        return at;
    }

    public static StreamEntry Read(ref FieldReader from) =>
        new(from.Number(), from.Number(), from.Number(), from.Number(), from.Number(), from.Number());
}
