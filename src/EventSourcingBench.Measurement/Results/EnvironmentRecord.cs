namespace EventSourcingBench.Measurement.Results;

/// <summary><c>environment.json</c>: the machine. Fsync times are those of a write of 4 KB and its fsync in the data folder.</summary>
/// <param name="Cores">Logical processors that this process may use.</param>
/// <param name="MemoryBytes">Memory that this process may use.</param>
/// <param name="GarbageCollector"><c>server</c> or <c>workstation</c>, and <c>concurrent</c> or not.</param>
/// <param name="InMemoryFileSystem">True when the data folder is in memory: no store is durable there.</param>
/// <param name="FsyncMinMicroseconds">No append that is forced to disk takes less. Null in runs of earlier versions.</param>
/// <param name="StolenCpuShare">The share of the CPU time that this machine wanted while the steps ran and that its hypervisor gave to
/// others, 0 to 1; null where the system does not tell (<c>steal</c> of Linux), and in runs of earlier versions.</param>
public sealed record EnvironmentRecord(
    string Cpu, int Cores, long MemoryBytes, string OperatingSystem, string Runtime, string GarbageCollector, string FileSystem,
    bool InMemoryFileSystem, double FsyncP50Microseconds, double? FsyncP99Microseconds, double? FsyncMinMicroseconds = null,
    double? StolenCpuShare = null)
{
    // The fastest devices take more; a file system or a library that leaves fsync out takes about one.
    private const double LeastFsyncMicroseconds = 10;

    /// <summary>Requests a second that the generator reaches against an endpoint that does nothing, by copies.</summary>
    public IReadOnlyDictionary<int, double> NoOpCeiling { get; init; } = new Dictionary<int, double>();

    /// <summary>What a reader of the numbers must know: a busy machine, stolen CPU time, tmpfs, a debugger, a Debug build.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Why what a store here forces to disk in the data folder is not durable all the same; null where nothing says so. A store
    /// that keeps its data there is ranked as <c>volatile</c> then.</summary>
    public string? WhyNotDurable() => InMemoryFileSystem ? $"the data folder is in memory ({FileSystem})"
        : FsyncP50Microseconds < LeastFsyncMicroseconds ? string.Create(
            CultureInfo.InvariantCulture,
            $"a write of 4 KB and its fsync take {FsyncP50Microseconds:0.0} µs (p50) in the data folder, which is less than any disk takes")
        : null;
}
