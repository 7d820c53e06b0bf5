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
