namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>Reads fields one after another. Past the end of the bytes, or after an invalid field, it is no longer whole.</summary>
internal ref struct FieldReader(ReadOnlySpan<byte> bytes, int start = 0)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;

    /// <summary>The offset of the next field.</summary>
    public int At { get; private set; } = start;

    public bool IsWhole { get; private set; } = true;

    /// <summary>A number as <see cref="Varint.Write"/> writes it.</summary>
    public long Number()
    {
        var (value, at) = (0L, At);
        for (var shift = 0; shift < 7 * Varint.MostBytes && at < _bytes.Length; shift += 7)
        {
            var one = _bytes[at++];
            value |= (long)(one & 0x7F) << shift;
            if (one < 0x80)
            {
                At = at;
                return value;
            }
        }

        IsWhole = false;
        return 0;
    }

    public uint Link() => Take(sizeof(uint)) is { IsEmpty: false } link ? BinaryPrimitives.ReadUInt32LittleEndian(link) : 0;

    public Guid Id() => Take(EventHead.IdBytes) is { IsEmpty: false } id ? new Guid(id) : default;

    public string Text() => Encoding.UTF8.GetString(Take(Number()));

    private ReadOnlySpan<byte> Take(long length)
    {
        if (length > _bytes.Length - At)
        {
            IsWhole = false;
            return default;
        }

        var taken = _bytes.Slice(At, (int)length);
        At += (int)length;
        return taken;
    }
}

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
}
