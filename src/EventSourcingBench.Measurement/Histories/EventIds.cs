using System.Buffers.Binary;

namespace EventSourcingBench.Measurement.Histories;

/// <summary>Event ids that follow from a number, and give it back: version 7 UUIDs of one moment that rise with the number. A history of
/// millions of events needs no list of ids, and finds an event without a dictionary.</summary>
public readonly struct EventIds
{
    /// <summary>Numbers are less than this: 2^40.</summary>
    public const long MaxCount = 1L << 40;

    private const ulong Variant = 0x8000_0000_0000_0000;
    private const ulong Tail = 0x3FFF_FFFF_FFFF_FFFF;
    private readonly UInt128 _first;

    /// <param name="key">What distinguishes them from other ids of the same moment; its bits should look like chance.</param>
    public EventIds(DateTimeOffset moment, ulong key) => _first = new UInt128(
        ((ulong)moment.ToUnixTimeMilliseconds() << 16) | 0x7000 | (key >> 52), Variant | (key & Tail & ~(ulong)(MaxCount - 1)));

    /// <summary>The ids of which another process has the first.</summary>
    public EventIds(Guid first) => _first = ValueOf(first);

    /// <summary>The id of number 0.</summary>
    public Guid First => Of(0);

    /// <param name="number">0 to <see cref="MaxCount"/> - 1.</param>
    public Guid Of(long number)
    {
        Span<byte> bytes = stackalloc byte[16];
        BinaryPrimitives.WriteUInt128BigEndian(bytes, _first | (ulong)number);
        return new Guid(bytes, bigEndian: true);
    }

    /// <returns>-1 for an id that is not of these.</returns>
    public long NumberOf(Guid id)
    {
        var value = ValueOf(id);
        var number = (ulong)value & (MaxCount - 1);
        return (value ^ number) == _first ? (long)number : -1;
    }

    private static UInt128 ValueOf(Guid id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes, bigEndian: true, out _);
        return BinaryPrimitives.ReadUInt128BigEndian(bytes);
    }
}
