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
        ArgumentException.ThrowIfNullOrWhiteSpace(folder);
        try
        {
            Directory.CreateDirectory(folder);
            var path = Path.Combine(folder, $"fsync-probe-{Guid.NewGuid():N}.tmp");
            using var file = File.OpenHandle(
                path, FileMode.Create, FileAccess.Write, FileShare.None, FileOptions.DeleteOnClose, preallocationSize: BlockBytes);
            var block = new byte[BlockBytes];

            // The first write gives the file its size; what is measured then is data alone, as in a log written again.
            Write();
            var histogram = new LatencyHistogram();
            var start = time.GetTimestamp();
            while (histogram.Count < MostWrites && (histogram.Count == 0 || time.GetElapsedTime(start) < Longest))
            {
                var begin = time.GetTimestamp();
                Write();
                histogram.Record(time.GetElapsedTime(begin));
            }

            return histogram;

            void Write()
            {
                RandomAccess.Write(file, block, fileOffset: 0);
                RandomAccess.FlushToDisk(file);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new IOException($"The data folder {folder} cannot be written to: {e.Message}", e);
        }
    }
}
