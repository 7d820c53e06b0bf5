namespace EventSourcingBench.Stores.FileLog;

/// <summary>What the table of a frame says of one of its streams. The index points here.</summary>
/// <param name="Stream">The stream's number.</param>
/// <param name="FirstVersion">The version of its first event in this frame.</param>
/// <param name="Count">How many events of the stream the frame has.</param>
/// <param name="First">Where the first is, from the payload's first byte.</param>
/// <param name="Back">From the frame's first byte to this entry.</param>
/// <param name="PreviousDistance">From the stream's previous entry to this one, in another frame; 0 where there is none.</param>
internal readonly record struct StreamEntry(long Stream, long FirstVersion, long Count, long First, long Back, long PreviousDistance)
{
    public const int MostBytes = 6 * Varint.MostBytes;

    public int Write(Span<byte> into)
    {
        var at = Varint.Write(into, Stream);
        at += Varint.Write(into[at..], FirstVersion);
        at += Varint.Write(into[at..], Count);
        at += Varint.Write(into[at..], First);
        at += Varint.Write(into[at..], Back);
        return at + Varint.Write(into[at..], PreviousDistance);
    }

    public static bool TryRead(ReadOnlySpan<byte> from, ref int at, out StreamEntry entry)
    {
        entry = default;
        if (!Varint.TryRead(from, ref at, out var stream)
            || !Varint.TryRead(from, ref at, out var firstVersion)
            || !Varint.TryRead(from, ref at, out var count)
            || !Varint.TryRead(from, ref at, out var first)
            || !Varint.TryRead(from, ref at, out var back)
            || !Varint.TryRead(from, ref at, out var previous))
        {
            return false;
        }

        entry = new StreamEntry(stream, firstVersion, count, first, back, previous);
        return true;
    }
}
