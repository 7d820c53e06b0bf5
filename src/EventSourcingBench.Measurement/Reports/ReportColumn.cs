namespace EventSourcingBench.Measurement.Reports;

/// <summary>A column.</summary>
/// <param name="Title">Its head, with the unit.</param>
/// <param name="Value">A value or the name of an axis.</param>
/// <param name="Format">How it is set. Default: three significant digits.</param>
public sealed record ReportColumn(string Title, string Value, ReportFormat Format = ReportFormat.Number)
{
    /// <summary>A value in parentheses behind it; null for none. Where the first is 0, it stands alone.</summary>
    public string? Beside { get; init; }

    /// <summary>How that one is set. Default: as a percentage.</summary>
    public ReportFormat BesideFormat { get; init; } = ReportFormat.Percent;

    /// <summary>A value, and what stands behind the text where it is true.</summary>
    public IReadOnlyDictionary<string, string> Marks { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>What it counts, in one sentence; null where the head says enough.</summary>
    public string? Meaning { get; init; }
}
