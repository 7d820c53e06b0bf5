namespace EventSourcingBench.Measurement.Machines;

/// <summary>Counts from outside how often processes have a file system force a file to disk, by whatever call: <c>fsync</c>,
/// <c>fdatasync</c>, <c>msync</c>, a write to a file that was opened with <c>O_DSYNC</c>. Descendants count, those of later too.</summary>
/// <remarks>Linux only, with root's rights, on the file systems whose kernel code has a tracepoint there: ext4, xfs, btrfs, f2fs.</remarks>
public sealed class ForcedWriteCounter : IDisposable
{
    // A thread may start others while it is looked at: the second time only those are new.
    private const int Rounds = 2;

    private static readonly Dictionary<string, string> Tracepoints = new(StringComparer.Ordinal)
    {
        ["ext4"] = "ext4/ext4_sync_file_enter",
        ["xfs"] = "xfs/xfs_file_fsync",
        ["btrfs"] = "btrfs/btrfs_sync_file",
        ["f2fs"] = "f2fs/f2fs_sync_file_enter",
    };

    private readonly List<SafeFileHandle> _counts;

    private ForcedWriteCounter(string source, List<SafeFileHandle> counts) => (Source, _counts) = (source, counts);

    /// <summary>What is counted: the kernel's name of the tracepoint.</summary>
    public string Source { get; }

    /// <summary>Begins to count for main processes; one that has ended counts nothing.</summary>
    /// <param name="folder">Where they keep their data: its file system's tracepoint counts.</param>
    /// <returns>The counter; null where this system has no way to count, which is found out by one forced write in the folder.</returns>
    /// <exception cref="IOException">The folder cannot be written to.</exception>
    public static ForcedWriteCounter? Start(IEnumerable<int> processes, string folder)
    {
        if (!Tracepoints.TryGetValue(FileSystems.Of(folder), out var name) || Tracing.Find(name) is not { } id)
            return null;

        using (var self = Count([System.Environment.ProcessId], name, id))
        {
            using (var file = FsyncProbe.Open(folder))
                FsyncProbe.Write(file, [0]);

            if (self is null || self.Read() == 0)
                return null;
        }

        return Count(processes, name, id);
    }

    public long Read() => _counts.Sum(Tracing.Read);

    public void Dispose() => _counts.ForEach(c => c.Dispose());

    // Null where one thread cannot be counted in: too few would be counted.
    private static ForcedWriteCounter? Count(IEnumerable<int> processes, string name, ulong tracepoint)
    {
        var counter = new ForcedWriteCounter(name, []);
        var seen = new HashSet<int>();
        for (var round = 0; round < Rounds; round++)
        {
            var threads = processes.SelectMany(ProcessTreeSampler.ReadTree).SelectMany(ProcFile.ReadThreads);
            foreach (var thread in threads.Where(seen.Add).ToList())
            {
                if (!Tracing.TryCount(tracepoint, thread, out var count))
                {
                    counter.Dispose();
                    return null;
                }

                if (count is not null)
                    counter._counts.Add(count);
            }
        }

        return counter;
    }
}
