namespace EventSourcingBench.Measurement.Benchmarks;

/// <summary>One benchmark with one set of parameters, as BenchmarkDotNet measured it.</summary>
/// <param name="Type">The benchmark's class: <c>LoadStream</c>.</param>
/// <param name="Method">The method, by its description where it has one.</param>
/// <param name="Job">The job: its id, or its settings where it has no name. Differs where versions or runtimes are compared.</param>
/// <param name="Parameters">All parameters as BenchmarkDotNet writes them: <c>Store=memory&amp;Events=10&amp;Size=50</c>.</param>
/// <param name="Nanoseconds">Nanoseconds of an operation, one value for each measured iteration; empty where the benchmark failed.</param>
/// <param name="Store">The parameter <c>Store</c>; null where there is none.</param>
/// <param name="Events">The parameter <c>Events</c>: events in the stream; null where there is none.</param>
/// <param name="Size">The parameter <c>Size</c>: GUID strings in an event's array; null where there is none.</param>
/// <param name="Others">Parameters of other names: <c>Batch=100</c>; empty without one.</param>
/// <param name="AllocatedBytes">Managed memory allocated by an operation, bytes; null where it was not measured.</param>
public sealed record BenchmarkRecord(
    string Type, string Method, string Job, string Parameters, IReadOnlyList<double> Nanoseconds, string? Store = null, long? Events = null,
    long? Size = null, string Others = "", long? AllocatedBytes = null, long MemoryOperations = 0)
{
    /// <summary>Collections of the generations 0, 1 and 2 in <see cref="MemoryOperations"/> operations.</summary>
    public IReadOnlyList<long> Collections { get; init; } = [0, 0, 0];

    /// <summary>The job's settings of how it measures, such as IterationCount and 10.</summary>
    public IReadOnlyList<(string Name, string Value)> JobSettings { get; init; } = [];

    /// <summary>Class, method and parameters: <c>LoadStream.Load (Store=memory, Events=10)</c>.</summary>
    public string Title =>
        Parameters.Length == 0 ? $"{Type}.{Method}" : $"{Type}.{Method} ({Parameters.Replace("&", ", ", StringComparison.Ordinal)})";
}

/// <summary>Where microbenchmarks ran, by the names in BenchmarkDotNet's full JSON; null for what it does not know.</summary>
public sealed record BenchmarkHost(
    string BenchmarkDotNetVersion, string OsVersion, string RuntimeVersion, string? ProcessorName = null, int? LogicalCoreCount = null,
    int? PhysicalCoreCount = null, string? Architecture = null, string? Configuration = null, bool HasAttachedDebugger = false);
