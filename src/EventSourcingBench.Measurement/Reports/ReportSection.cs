namespace EventSourcingBench.Measurement.Reports;

/// <summary>A chart, a table or an analysis of a suite's report.</summary>
/// <param name="Place">Where a table stands. Default: among the details.</param>
/// <param name="When">A value that some step must have; null: none.</param>
/// <param name="Unless">A value that no step may have; null: none.</param>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TableSection), "table")]
[JsonDerivedType(typeof(PublishedSection), "published")]
[JsonDerivedType(typeof(ChartSection), "chart")]
[JsonDerivedType(typeof(AnalysisSection), "analysis")]
public abstract record ReportSection(ReportPlace Place = ReportPlace.Detail, string? When = null, string? Unless = null);

public enum ReportPlace
{
    Detail = 0, // Folded, after the charts.
    Finding = 1, // Before the charts: what was computed, and published results beside ours.
}

/// <summary>An analysis that Reporting has under a name, such as the law of scalability.</summary>
public sealed record AnalysisSection(string Name) : ReportSection
{
    /// <summary>What it is applied to; the README of Reporting says what each asks for.</summary>
    public IReadOnlyDictionary<string, JsonElement> With { get; init; } = new Dictionary<string, JsonElement>(StringComparer.Ordinal);
}
