namespace EventSourcingBench.Benchmarks.Comparing;

/// <summary>One benchmark of one run.</summary>
/// <param name="Name">Its full name with its parameters; with its job where a run has several.</param>
/// <param name="Nanoseconds">Time of one operation, a value for each iteration.</param>
/// <param name="AllocatedBytes">Allocated by one operation; null where it was not measured.</param>
internal sealed record Measured(string Name, IReadOnlyList<double> Nanoseconds, long? AllocatedBytes);
