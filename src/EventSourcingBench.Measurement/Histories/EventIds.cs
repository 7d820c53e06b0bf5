using System.Buffers.Binary;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>Event ids that follow from a number, and give it back: version 7 UUIDs of one moment that rise with the number. A history of
/// millions of events needs no list of ids, and finds an event without a dictionary.</summary>
public readonly struct EventIds
{
    /// <summary>Numbers are less than this: 2^40.</summary>
    public const long MaxCount = 1L << 40;

    private const int NumberOffset = 8;
    private const ulong Variant = 0x8000_0000_0000_0000;
    private const ulong Tail = 0x3FFF_FFFF_FFFF_FFFF;
    private readonly ulong _head;
    private readonly ulong _tail;

    /// <param name="key">What distinguishes them from other ids of the same moment; its bits should look like chance.</param>
    public EventIds(DateTimeOffset moment, ulong key)
        : this(FirstOf(moment, key)) { }

    /// <summary>The ids of which another process has the first.</summary>
    public EventIds(Guid first) => (First, (_head, _tail)) = (first, HalvesOf(first));

    /// <summary>The id of number 0.</summary>
    public Guid First { get; }

    /// <param name="number">0 to <see cref="MaxCount"/> - 1.</param>
    public Guid Of(long number)
    {
        Span<byte> bytes = stackalloc byte[16];
        First.TryWriteBytes(bytes);
        BinaryPrimitives.WriteUInt64BigEndian(bytes[NumberOffset..], _tail | (ulong)number);
        return new Guid(bytes);
    }

    /// <returns>-1 for an id that is not of these.</returns>
    public long NumberOf(Guid id)
    {
        var (head, tail) = HalvesOf(id);
        var number = tail & (MaxCount - 1);
        return head == _head && (tail ^ number) == _tail ? (long)number : -1;
    }

    private static Guid FirstOf(DateTimeOffset moment, ulong key)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteInt64BigEndian(bytes, (moment.ToUnixTimeMilliseconds() << 16) | 0x7000 | (long)(key >> 52));
        BinaryPrimitives.WriteUInt64BigEndian(bytes[NumberOffset..], Variant | (key & Tail & ~(ulong)(MaxCount - 1)));
        return new Guid(bytes, bigEndian: true);
    }

    private static (ulong Head, ulong Tail) HalvesOf(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes);
        return (BinaryPrimitives.ReadUInt64BigEndian(bytes), BinaryPrimitives.ReadUInt64BigEndian(bytes[NumberOffset..]));
    }
}
