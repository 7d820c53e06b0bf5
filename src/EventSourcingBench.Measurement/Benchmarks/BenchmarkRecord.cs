namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>One benchmark with one set of parameters, as BenchmarkDotNet measured it.</summary>
public sealed record BenchmarkRecord
{
    /// <summary>The benchmark's class: <c>LoadStream</c>.</summary>
    public required string Type { get; init; }

    /// <summary>The method, by its description where it has one.</summary>
    public required string Method { get; init; }

    /// <summary>The job: its id, or its settings where it has no name. Differs where versions or runtimes are compared.</summary>
    public required string Job { get; init; }

    /// <summary>All parameters as BenchmarkDotNet writes them: <c>Store=memory&amp;Events=10&amp;Size=50</c>.</summary>
    public required string Parameters { get; init; }

    /// <summary>The parameter <c>Store</c>; null where there is none.</summary>
    public string? Store { get; init; }

    /// <summary>The parameter <c>Events</c>: events in the stream; null where there is none.</summary>
    public long? Events { get; init; }

    /// <summary>The parameter <c>Size</c>: GUID strings in an event's array; null where there is none.</summary>
    public long? Size { get; init; }

    /// <summary>Parameters of other names: <c>Batch=100</c>; empty without one.</summary>
    public string Others { get; init; } = string.Empty;

    /// <summary>Nanoseconds of an operation, one value for each measured iteration; empty where the benchmark failed.</summary>
    public required IReadOnlyList<double> Nanoseconds { get; init; }

    /// <summary>Managed memory allocated by an operation, bytes; null where it was not measured.</summary>
    public long? AllocatedBytes { get; init; }

    /// <summary>Collections of the generations 0, 1 and 2 in <see cref="MemoryOperations"/> operations.</summary>
    public IReadOnlyList<long> Collections { get; init; } = [0, 0, 0];

    /// <summary>Operations that memory was measured over.</summary>
    public long MemoryOperations { get; init; }

    /// <summary>Class, method and parameters: <c>LoadStream.Load (Store=memory, Events=10)</c>.</summary>
    public string Title =>
        Parameters.Length == 0 ? $"{Type}.{Method}" : $"{Type}.{Method} ({Parameters.Replace("&", ", ", StringComparison.Ordinal)})";
}

/// <summary>Where microbenchmarks ran, as BenchmarkDotNet tells.</summary>
/// <param name="BenchmarkDotNetVersion">The version of BenchmarkDotNet.</param>
/// <param name="OperatingSystem">The operating system.</param>
/// <param name="Processor">The processor.</param>
/// <param name="LogicalCores">Logical cores; null where the system did not tell.</param>
/// <param name="PhysicalCores">Physical cores; null where the system did not tell.</param>
/// <param name="Runtime">The runtime of the process that ran the benchmarks.</param>
/// <param name="Architecture">The process's architecture.</param>
/// <param name="Configuration">How the benchmarks were built: <c>RELEASE</c>, <c>DEBUG</c>.</param>
/// <param name="DebuggerAttached">Whether a debugger was attached.</param>
public sealed record BenchmarkHost(
    string BenchmarkDotNetVersion,
    string OperatingSystem,
    string Processor,
    int? LogicalCores,
    int? PhysicalCores,
    string Runtime,
    string Architecture,
    string Configuration,
    bool DebuggerAttached);
