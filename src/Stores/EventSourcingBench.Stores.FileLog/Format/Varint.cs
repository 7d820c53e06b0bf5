namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>Variable-length numbers of 0 or more, seven bits per byte, lowest first.</summary>
internal static class Varint
{
    public const int MostBytes = 9;

    /// <summary>Writes the number and returns its length in bytes. The span must hold <see cref="MostBytes"/>.</summary>
    public static int Write(Span<byte> into, long value)
    {
        var rest = (ulong)value;
        var at = 0;
        while (rest >= 0x80)
        {
            into[at++] = (byte)(rest | 0x80);
            rest >>= 7;
        }

        into[at] = (byte)rest;
        return at + 1;
    }

    /// <summary>Reads a number and moves past it; returns false if the bytes end or are invalid.</summary>
    public static bool TryRead(ReadOnlySpan<byte> from, ref int at, out long value)
    {
        value = 0;
        for (var shift = 0; shift < 7 * MostBytes && at < from.Length; shift += 7)
        {
            var one = from[at++];
            value |= (long)(one & 0x7F) << shift;
            if (one < 0x80)
            {
                return true;
            }
        }

        return false;
    }
}
