using System.Buffers;

namespace EventSourcingBench.Stores.Sqlite.Streams;

/// <summary>
/// The column <c>positions</c> of a run: distances with 7 bits per byte, lowest first; the eighth bit marks a continuation.
/// </summary>
internal static class RunPositions
{
    private const int Bits = 7;
    private const int More = 1 << Bits;
    private const int LongestDistance = 10;

    /// <summary>Adds a position by its distance from the previous one.</summary>
    public static void Add(IBufferWriter<byte> to, long distance)
    {
        var bytes = to.GetSpan(LongestDistance);
        var count = 0;
        for (; distance >= More; distance >>= Bits)
        {
            bytes[count++] = (byte)(distance | More);
        }

        bytes[count++] = (byte)distance;
        to.Advance(count);
    }

    public static List<long> Read(ReadOnlySpan<byte> positions)
    {
        var read = new List<long>(positions.Length);
        var (position, distance, shift) = (0L, 0L, 0);
        foreach (var part in positions)
        {
            distance |= (long)(part & (More - 1)) << shift;
            shift += Bits;
            if ((part & More) == 0)
            {
                read.Add(position += distance);
                (distance, shift) = (0, 0);
            }
        }

        return read;
    }
}
