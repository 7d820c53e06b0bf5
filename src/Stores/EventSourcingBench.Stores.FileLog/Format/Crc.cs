using System.Numerics;

namespace EventSourcingBench.Stores.FileLog.Format;

/// <summary>CRC-32C (Castagnoli), supported by processor instructions.</summary>
internal static class Crc
{
    public static uint Of(ReadOnlySpan<byte> bytes, ulong seed = 0) => End(Add(Begin(seed), bytes));

    /// <summary>Starts a checksum over several blocks. The seed makes it depend on the location.</summary>
    public static uint Begin(ulong seed = 0) => BitOperations.Crc32C(uint.MaxValue, seed);

    public static uint Add(uint sum, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length >= sizeof(ulong))
        {
            sum = BitOperations.Crc32C(sum, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (var one in bytes)
            sum = BitOperations.Crc32C(sum, one);

        return sum;
    }

    public static uint End(uint sum) => ~sum;
}
