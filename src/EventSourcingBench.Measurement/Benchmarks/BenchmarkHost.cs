namespace EventSourcingBench.Measurement.Benchmarks;

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
