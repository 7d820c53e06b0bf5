namespace EventSourcingBench.Reporting.Csv;

/// <summary>The columns of <c>results.csv</c> that microbenchmarks add, and what their rows hold in the other ones.</summary>
internal static class BenchmarkColumns
{
    /// <summary>After those of <see cref="CsvColumns"/>, only in reports with microbenchmarks.</summary>
    public static IReadOnlyList<BenchmarkColumn> Own { get; } =
    [
        new("benchmark", p => p.Record.Type),
        new("method", p => p.Record.Method),
        new("job", p => p.Record.Job),
        new("events", p => p.Record.Events),
        new("strings", p => p.Record.Size),
        new("other_parameters", p => p.Record.Others),
        new("iterations", p => p.Record.Nanoseconds.Count),
        new("median_ns", p => p.Nanoseconds),
        new("median_low_ns", p => p.Time?.Low),
        new("median_high_ns", p => p.Time?.High),
        new("mean_ns", p => p.Mean),
        new("min_ns", p => Known(p)?.Min()),
        new("max_ns", p => Known(p)?.Max()),
        new("allocated_bytes", p => p.Record.AllocatedBytes),
        .. Enumerable.Range(0, 3).Select(g => new BenchmarkColumn(
            string.Create(CultureInfo.InvariantCulture, $"gen{g}_collections"), p => p.Record.MemoryOperations == 0 ? null : p.Record.Collections[g])),
        new("memory_operations", p => p.Record.MemoryOperations == 0 ? null : p.Record.MemoryOperations),
    ];

    /// <summary>A value for a column of <see cref="CsvColumns"/>; null in those that a benchmark has none for.</summary>
    public static object? Shared(string column, BenchmarkFolder folder, BenchmarkPoint point) => column switch
    {
        "run" => folder.Name,
        "suite" => "microbenchmarks",
        "store" => point.Record.Store,
        _ => null,
    };

    private static IReadOnlyList<double>? Known(BenchmarkPoint point) =>
        point.Record.Nanoseconds.Count == 0 ? null : point.Record.Nanoseconds;
}
