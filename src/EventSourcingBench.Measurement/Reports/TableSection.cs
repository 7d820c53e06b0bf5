namespace EventSourcingBench.Measurement.Reports;

/// <summary>A table of values.</summary>
public sealed record TableSection : ReportSection
{
    /// <summary>What it shows.</summary>
    public required string Title { get; init; }

    /// <summary>Its columns.</summary>
    public required IReadOnlyList<ReportColumn> Columns { get; init; }

    /// <summary>What has a row. Default: each step, over its trials.</summary>
    public ReportRows Rows { get; init; }

    /// <summary>A value without which a row is left out; null: none is.</summary>
    public string? Has { get; init; }

    /// <summary>The operation that outcomes and times are of; null: all.</summary>
    public string? Operation { get; init; }

    /// <summary>The axis each value of which is a further column, in which the best step stands; null for none.</summary>
    public string? Over { get; init; }

    /// <summary>What stands in those columns.</summary>
    public ReportColumn? Cell { get; init; }

    /// <summary>Axes of which the best step alone is shown; empty: all are.</summary>
    public IReadOnlyList<string> BestOf { get; init; } = [];

    /// <summary>The axes that steps are sorted by; steps without one of them are left out. Default: as the steps come.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];

    /// <summary>How to read it.</summary>
    public string Note { get; init; } = string.Empty;
}
