using System.Buffers.Binary;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// Ids that can be told from their number and the number from them, so that a ledger of millions of events needs no list of
/// ids: version 7 UUIDs of one moment, that rise with the number.
/// </summary>
internal readonly struct EventIds
{
    /// <summary>Numbers are less than this.</summary>
    public const long Most = 1L << 40;

    private const int NumberOffset = 8;
    private const ulong Variant = 0x8000_0000_0000_0000;
    private const ulong Tail = 0x3FFF_FFFF_FFFF_FFFF;

    private readonly Guid _first;
    private readonly ulong _tail;

    /// <summary>Makes the ids of one trial.</summary>
    /// <param name="moment">Their time.</param>
    /// <param name="key">What tells them from other trials' of the same moment; its bits should look like chance.</param>
    public EventIds(DateTimeOffset moment, ulong key)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteInt64BigEndian(bytes, (moment.ToUnixTimeMilliseconds() << 16) | 0x7000 | (long)(key >> 52));
        _tail = Variant | (key & Tail & ~(ulong)(Most - 1));
        BinaryPrimitives.WriteUInt64BigEndian(bytes[NumberOffset..], _tail);
        _first = new Guid(bytes, bigEndian: true);
    }

    /// <summary>The id of a number, 0 or more.</summary>
    public Guid Of(long number)
    {
        Span<byte> bytes = stackalloc byte[16];
        _first.TryWriteBytes(bytes);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[NumberOffset..], _tail | (ulong)number);
        return new Guid(bytes);
    }

    /// <summary>The number of an id; -1 for one that is not of these.</summary>
    public long NumberOf(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        var number = (long)(BinaryPrimitives.ReadUInt64BigEndian(bytes[NumberOffset..]) & (Most - 1));
        return Of(number) == id ? number : -1;
    }
}
