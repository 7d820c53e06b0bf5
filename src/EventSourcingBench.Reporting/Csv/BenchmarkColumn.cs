namespace EventSourcingBench.Reporting.Csv;

/// <summary>A column of <c>results.csv</c> for microbenchmarks; README.md says what each holds.</summary>
/// <param name="Name">Its header.</param>
/// <param name="Value">Its value for a benchmark; null leaves the field empty.</param>
internal sealed record BenchmarkColumn(string Name, Func<BenchmarkPoint, object?> Value);
