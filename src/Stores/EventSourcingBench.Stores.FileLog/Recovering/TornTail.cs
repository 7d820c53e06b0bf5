using System.Buffers.Binary;

namespace EventSourcingBench.Stores.FileLog.Recovering;

/// <summary>
/// Distinguishes a torn write from later damage. Each frame records how far the log was on disk when it was written. A later
/// frame that records the bad place as on disk proves later damage. Otherwise the write at the bad place was never
/// acknowledged: pages of one write may reach the disk in any order.
/// </summary>
internal static class TornTail
{
    private const int Piece = 64 * 1024;

    /// <summary>The address of a frame that proves that the bad place was on disk; null for a torn tail.</summary>
    public static long? FindProof(SegmentScan scan, long bad, long end)
    {
        Span<byte> magic = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(magic, FrameHeader.Magic);
        for (var address = bad + 1; address < end;)
        {
            var bytes = scan.Bytes(address, Piece);
            if (bytes.Length < FrameHeader.Size)
            {
                return null;
            }

            var found = bytes.IndexOf(magic);
            if (found < 0)
            {
                address += bytes.Length - magic.Length + 1;
                continue;
            }

            // The head's checksum is sufficient: it includes the address, so only the log itself can have written it.
            address += found;
            if (scan.Head(address) is { } header && header.FlushedTo > bad)
            {
                return address;
            }

            address++;
        }

        return null;
    }
}
