namespace EventSourcingBench.Measurement.Results;

/// <summary><c>environment.json</c>: the machine that was measured on.</summary>
public sealed record EnvironmentRecord
{
    // The fastest devices take more; a file system or a library that leaves fsync out takes about one.
    private const double LeastFsyncMicroseconds = 10;

    public required string Cpu { get; init; }

    /// <summary>Logical processors that this process may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Memory that this process may use, bytes.</summary>
    public required long MemoryBytes { get; init; }

    public required string OperatingSystem { get; init; }

    public required string Runtime { get; init; }

    /// <summary><c>server</c> or <c>workstation</c>, and <c>concurrent</c> or not.</summary>
    public required string GarbageCollector { get; init; }

    /// <summary>The file system of the data folder (<c>ext4</c>).</summary>
    public required string FileSystem { get; init; }

    /// <summary>True when the data folder is in memory: no store is durable there.</summary>
    public required bool InMemoryFileSystem { get; init; }

    /// <summary>The least time of a write of 4 KB and its fsync in the data folder, microseconds: no append that is forced to disk takes
    /// less. Null in runs of earlier versions.</summary>
    public double? FsyncMinMicroseconds { get; init; }

    /// <summary>Time of a write of 4 KB and its fsync in the data folder: median, microseconds.</summary>
    public required double FsyncP50Microseconds { get; init; }

    /// <summary>The same: 99th percentile, microseconds.</summary>
    public required double FsyncP99Microseconds { get; init; }

    /// <summary>Requests a second that the generator reaches against an endpoint that does nothing, by copies.</summary>
    public IReadOnlyDictionary<int, double> NoOpCeiling { get; init; } = new Dictionary<int, double>();

    /// <summary>The share of the CPU time that this machine wanted while the steps ran and that its hypervisor gave to others, 0 to 1; null
    /// where the system does not tell (<c>steal</c> of Linux), and in runs of earlier versions.</summary>
    public double? StolenCpuShare { get; init; }

    /// <summary>What a reader of the numbers must know: a busy machine, stolen CPU time, tmpfs, a debugger, a Debug build.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Why what a store here forces to disk in the data folder is not durable all the same; null where nothing says so. A store
    /// that keeps its data there is ranked as <c>volatile</c> then.</summary>
    public string? WhyNotDurable() =>
        InMemoryFileSystem ? $"the data folder is in memory ({FileSystem})"
        : FsyncP50Microseconds < LeastFsyncMicroseconds ? string.Create(
            CultureInfo.InvariantCulture,
            $"a write of 4 KB and its fsync take {FsyncP50Microseconds:0.0} µs (p50) in the data folder, which is less than any disk takes")
        : null;
}
