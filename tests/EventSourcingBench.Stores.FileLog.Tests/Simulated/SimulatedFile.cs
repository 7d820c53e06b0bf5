namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What a simulated disk knows of a file: what is written, what of it is safe, and what was written since.</summary>
internal sealed class SimulatedFile
{
    private const int Sector = 512;

    private readonly List<(long Offset, byte[] Bytes)> _unflushed = [];
    private byte[] _safe = [];
    private byte[] _current = [];

    public long Length => _current.Length;

    public static SimulatedFile Of(byte[] bytes) => new() { _safe = bytes, _current = [.. bytes] };

    public byte[] ToArray() => [.. _current];

    public int Read(Span<byte> into, long offset)
    {
        var count = (int)Math.Clamp(_current.Length - offset, 0, into.Length);
        _current.AsSpan((int)Math.Min(offset, _current.Length), count).CopyTo(into);
        return count;
    }

    public void Write(ReadOnlySpan<byte> bytes, long offset)
    {
        _current = Put(_current, bytes, offset);
        _unflushed.Add((offset, bytes.ToArray()));
    }

    public void Truncate(long length) => Array.Resize(ref _current, (int)length);

    public void Flush()
    {
        _safe = [.. _current];
        _unflushed.Clear();
    }

    /// <summary>
    /// What a power cut leaves: what was safe, and of each write since, by chance, nothing, all, a prefix, or some sectors
    /// of it. A file that was cut shorter may have its length of before.
    /// </summary>
    public SimulatedFile AfterPowerCut(Random random)
    {
        var bytes = _safe;
        foreach (var (offset, written) in _unflushed)
        {
            bytes = random.Next(4) switch
            {
                0 => bytes,
                1 => Put(bytes, written, offset),
                2 => Put(bytes, written.AsSpan(0, random.Next(written.Length + 1)), offset),
                _ => Sectors(bytes, written, offset, random),
            };
        }

        return Of(bytes);
    }

    private static byte[] Sectors(byte[] bytes, byte[] written, long offset, Random random)
    {
        for (var at = 0; at < written.Length;)
        {
            // Sectors of the disk, not of the write.
            var size = (int)Math.Min(Sector - ((offset + at) % Sector), written.Length - at);
            bytes = random.Next(2) == 0 ? bytes : Put(bytes, written.AsSpan(at, size), offset + at);
            at += size;
        }

        return bytes;
    }

    private static byte[] Put(byte[] into, ReadOnlySpan<byte> bytes, long offset)
    {
        var result = new byte[Math.Max(into.Length, offset + bytes.Length)];
        into.CopyTo(result, 0);
        bytes.CopyTo(result.AsSpan((int)offset));
        return result;
    }
}
