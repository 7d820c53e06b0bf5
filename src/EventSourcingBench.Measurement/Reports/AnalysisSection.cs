namespace EventSourcingBench.Measurement.Reports;

/// <summary>An analysis that Reporting has under a name, such as the law of scalability.</summary>
/// <param name="Name">Its name.</param>
public sealed record AnalysisSection(string Name) : ReportSection
{
    /// <summary>What it is applied to; the README of Reporting says what each asks for.</summary>
    public IReadOnlyDictionary<string, JsonElement> With { get; init; } = new Dictionary<string, JsonElement>(StringComparer.Ordinal);
}
