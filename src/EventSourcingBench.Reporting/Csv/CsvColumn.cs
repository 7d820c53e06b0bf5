namespace EventSourcingBench.Reporting.Csv;

/// <summary>A column of <c>results.csv</c>; README.md says what each holds.</summary>
/// <param name="Name">Its header.</param>
/// <param name="Value">Its value in a row; null leaves the field empty.</param>
internal sealed record CsvColumn(string Name, Func<CsvRow, object?> Value);
