namespace EventSourcingBench.Measurement.Machines;

/// <summary>Measures what a durable write costs: 4 KB at one place of a file and an fsync, at most 1,000 times or for a second.</summary>
public static class FsyncProbe
{
    private const int BlockBytes = 4096;
    private const int MostWrites = 1000;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    /// <exception cref="IOException">The folder cannot be written to; the message names it.</exception>
    public static LatencyHistogram Measure(string folder, TimeProvider time)
    {
        try
        {
            Directory.CreateDirectory(folder);
            using var file = Open(folder);
            var block = new byte[BlockBytes];

            // The first write gives the file its size; what is measured then is data alone, as in a log written again.
            Write(file, block);
            var histogram = new LatencyHistogram();
            var start = time.GetTimestamp();
            while (histogram.Count < MostWrites && (histogram.Count == 0 || time.GetElapsedTime(start) < Longest))
            {
                var begin = time.GetTimestamp();
                Write(file, block);
                histogram.Record(time.GetElapsedTime(begin));
            }

            return histogram;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new IOException($"The data folder {folder} cannot be written to: {e.Message}", e);
        }
    }

    /// <summary>A file that goes when it is closed. Its name is unique: another step may begin at the same time.</summary>
    internal static SafeFileHandle Open(string folder) => File.OpenHandle(
        Path.Combine(folder, $"fsync-probe-{Guid.NewGuid():N}.tmp"), FileMode.Create, FileAccess.Write, FileShare.None,
        FileOptions.DeleteOnClose, preallocationSize: BlockBytes);

    /// <summary>Writes at the begin of the file, and forces it to disk.</summary>
    internal static void Write(SafeFileHandle file, ReadOnlySpan<byte> block)
    {
        RandomAccess.Write(file, block, fileOffset: 0);
        RandomAccess.FlushToDisk(file);
    }
}
