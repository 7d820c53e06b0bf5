namespace EventSourcingBench.Stores.FileLog.Tests;

/// <summary>What a simulated disk knows of a file: what is written, what of it is safe, and what was written since.</summary>
internal sealed class SimulatedFile(SimulatedDisk disk, string name, byte[] bytes) : ILogFile
{
    private const int Sector = 512;

    private readonly List<(long Offset, byte[] Bytes)> _unflushed = [];
    private byte[] _safe = bytes;
    private byte[] _current = bytes;

    public string Name => name;

    public long Length => _current.Length;

    public byte[] ToArray() => [.. _current];

    public int Read(Span<byte> into, long offset)
    {
        // An array is never changed, only replaced.
        var current = _current;
        var count = (int)Math.Clamp(current.Length - offset, 0, into.Length);
        current.AsSpan((int)Math.Min(offset, current.Length), count).CopyTo(into);
        Interlocked.Add(ref disk.BytesRead, count);
        return count;
    }

    public void Write(IReadOnlyList<ReadOnlyMemory<byte>> parts, long offset)
    {
        disk.Change(WriteAll, isWrite: true);

        void WriteAll()
        {
            foreach (var part in parts)
            {
                _current = Put(_current, part.Span, offset);
                _unflushed.Add((offset, part.ToArray()));
                offset += part.Length;
            }
        }
    }

    public void Truncate(long length) => disk.Change(() => _current = _current[..(int)length]);

    /// <summary>Makes safe what was written since the last flush. If it fails, that can be read still, and no later flush makes it safe:
    /// as with Linux, whose page cache then has it marked as clean.</summary>
    public void Flush()
    {
        disk.Change(FlushAll, failed: _unflushed.Clear);

        void FlushAll()
        {
            disk.Flushes++;
            foreach (var (offset, written) in _unflushed)
                _safe = Put(_safe, written, offset);

            Array.Resize(ref _safe, _current.Length);
            _unflushed.Clear();
        }
    }

    public void Dispose()
    {
    }

    /// <summary>What a power cut leaves: what was safe, and of each write since, by chance, nothing, all, a prefix, or some sectors of
    /// it. A file that was cut shorter may have its length of before.</summary>
    public byte[] AfterPowerCut(Random random)
    {
        var left = _safe;
        foreach (var (offset, written) in _unflushed)
        {
            left = random.Next(4) switch
            {
                0 => left,
                1 => Put(left, written, offset),
                2 => Put(left, written.AsSpan(0, random.Next(written.Length + 1)), offset),
                _ => Sectors(left, written, offset, random),
            };
        }

        return left;
    }

    private static byte[] Sectors(byte[] into, byte[] written, long offset, Random random)
    {
        for (var at = 0; at < written.Length;)
        {
            // Sectors of the disk, not of the write.
            var size = (int)Math.Min(Sector - ((offset + at) % Sector), written.Length - at);
            into = random.Next(2) == 0 ? into : Put(into, written.AsSpan(at, size), offset + at);
            at += size;
        }

        return into;
    }

    private static byte[] Put(byte[] into, ReadOnlySpan<byte> written, long offset)
    {
        var result = new byte[Math.Max(into.Length, offset + written.Length)];
        into.CopyTo(result, 0);
        written.CopyTo(result.AsSpan((int)offset));
        return result;
    }
}
