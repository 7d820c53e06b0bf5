namespace EventSourcingBench.Stores.FileLog.Reading;

/// <summary>Reads a segment's frames one by one and verifies their checksums.</summary>
internal readonly struct SegmentScan(FileWindow window, ILogFile file, long baseAddress, long length)
{
    private const int Piece = 64 * 1024;

    /// <summary>The frame at the address, verified; null if there is none.</summary>
    public FrameHeader? Read(long address)
    {
        var offset = address - baseAddress;
        if (Head(address) is not { } header || header.Length > length - offset)
            return null;

        if (header.Length <= Piece)
        {
            // Also the next reads find a small frame in the window.
            window.Get(file, offset, header.Length, length);
        }

        var sum = Crc.Begin();
        for (long at = header.HeadLength; at < header.Length;)
        {
            // The block size is a multiple of eight, which the checksum needs for all but the last block.
            var size = (int)Math.Min(Piece, header.Length - at);
            var bytes = window.Get(file, offset + at, size, length);
            if (bytes.Length < size)
                return null;

            sum = Crc.Add(sum, bytes[..size]);
            at += size;
        }

        return Crc.End(sum) == header.PayloadCrc ? header : null;
    }

    /// <summary>The head at the address, with its checksum verified. The payload is not read.</summary>
    public FrameHeader? Head(long address)
    {
        var offset = address - baseAddress;
        if (FrameHeader.Read(window.Get(file, offset, FrameHeader.Size, length)) is not { } header || header.HeadLength > length - offset)
            return null;

        var head = window.Get(file, offset, header.HeadLength, length);
        return head.Length >= header.HeadLength && FrameHeader.IsWhole(head[..header.HeadLength], address) ? header : null;
    }

    public ReadOnlySpan<byte> Bytes(long address, int wanted)
    {
        var bytes = window.Get(file, address - baseAddress, wanted, length);
        return bytes[..Math.Min(bytes.Length, wanted)];
    }
}
