using System.Numerics;

namespace EventSourcingBench.Stores.FileLog.Writing;

/// <summary>Finds a duplicate id in a payload. It stores offsets instead of ids, so clearing it is cheap.</summary>
internal sealed class IdSet
{
    private const int IdBytes = 16;
    private const ulong Golden = 0x9E3779B97F4A7C15;

    private int[] _places = [];
    private int _shift;

    /// <summary>Clears it and reserves capacity.</summary>
    public void Reset(int count)
    {
        var size = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(count, 8) * 2);
        if (_places.Length < size)
            _places = new int[size];
        else
            Array.Clear(_places, 0, size);

        _shift = 64 - BitOperations.Log2((uint)size);
    }

    /// <summary>Adds the id at this offset of the payload; returns false for a duplicate.</summary>
    public bool Add(ReadOnlySpan<byte> payload, int place)
    {
        var low = BinaryPrimitives.ReadUInt64LittleEndian(payload[place..]);
        var high = BinaryPrimitives.ReadUInt64LittleEndian(payload[(place + 8)..]);
        var mask = (int)((1UL << (64 - _shift)) - 1);
        var slot = (int)((((low * Golden) ^ high) * Golden) >> _shift);
        while (_places[slot] != 0)
        {
            if (payload.Slice(_places[slot] - 1, IdBytes).SequenceEqual(payload.Slice(place, IdBytes)))
                return false;

            slot = (slot + 1) & mask;
        }

        _places[slot] = place + 1;
        return true;
    }
}
