namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>A name and its number. Each segment defines its names, so that it can be read after older segments were removed.</summary>
/// <param name="IsStream">True for a stream's name, false for an event type's.</param>
/// <param name="Version">The version of the stream before this frame; 0 for types.</param>
internal readonly record struct Definition(bool IsStream, long Number, long Version, string Name)
{
    public static int MostBytes(string name) => 1 + (3 * Varint.MostBytes) + (3 * name.Length);

    public int Write(Span<byte> into)
    {
        into[0] = IsStream ? (byte)1 : (byte)0;
        var at = 1;
        at += Varint.Write(into[at..], Number);
        at += Varint.Write(into[at..], Version);
        at += Varint.Write(into[at..], Encoding.UTF8.GetByteCount(Name));
        return at + Encoding.UTF8.GetBytes(Name, into[at..]);
    }

    public static Definition Read(ref FieldReader from) => new(from.Number() == 1, from.Number(), from.Number(), from.Text());
}
