using System.Text.Json.Serialization;

namespace EventSourcingBench.Measurement.Reports;

/// <summary>A chart, a table or an analysis of a suite's report.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(TableSection), "table")]
[JsonDerivedType(typeof(PublishedSection), "published")]
[JsonDerivedType(typeof(ChartSection), "chart")]
[JsonDerivedType(typeof(AnalysisSection), "analysis")]
public abstract record ReportSection
{
    /// <summary>Where a table stands. Default: among the details.</summary>
    public ReportPlace Place { get; init; }

    /// <summary>A value that some step must have; null: none.</summary>
    public string? When { get; init; }

    /// <summary>A value that no step may have; null: none.</summary>
    public string? Unless { get; init; }
}

/// <summary>Where a table stands.</summary>
public enum ReportPlace
{
    /// <summary>Folded, after the charts.</summary>
    Detail = 0,

    /// <summary>Before the charts: what was computed, and published results beside ours.</summary>
    Finding = 1,
}

/// <summary>An analysis that Reporting has under a name, such as the law of scalability.</summary>
public sealed record AnalysisSection(string Name) : ReportSection
{
    /// <summary>What it is applied to; the README of Reporting says what each asks for.</summary>
    public IReadOnlyDictionary<string, JsonElement> With { get; init; } = new Dictionary<string, JsonElement>(StringComparer.Ordinal);
}
