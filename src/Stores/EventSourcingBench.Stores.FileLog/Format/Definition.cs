namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>
/// A name and its number. Each segment defines the names it uses, so that it can be read after older segments were removed.
/// </summary>
/// <param name="IsStream">True for a stream's name, false for an event type's.</param>
/// <param name="Number">Its number.</param>
/// <param name="Version">The version of the stream before this frame; 0 for types.</param>
/// <param name="Name">The name.</param>
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

    public static bool TryRead(ReadOnlySpan<byte> from, ref int at, out Definition definition)
    {
        definition = default;
        if (at >= from.Length)
        {
            return false;
        }

        var isStream = from[at++] == 1;
        if (!Varint.TryRead(from, ref at, out var number)
            || !Varint.TryRead(from, ref at, out var version)
            || !Varint.TryRead(from, ref at, out var length)
            || length > from.Length - at)
        {
            return false;
        }

        definition = new Definition(isStream, number, version, Encoding.UTF8.GetString(from.Slice(at, (int)length)));
        at += (int)length;
        return true;
    }
}
