namespace EventSourcingBench.Measurement.Reports;

/// <summary>A CSV file beside <c>results.csv</c>.</summary>
public sealed record ReportFile
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Header and value of each column.</summary>
    public required IReadOnlyDictionary<string, string> Columns { get; init; }
}
