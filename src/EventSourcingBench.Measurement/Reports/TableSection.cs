namespace EventSourcingBench.Measurement.Reports;

/// <summary>A table of values.</summary>
public sealed record TableSection(string Title, IReadOnlyList<ReportColumn> Columns) : ReportSection
{
    /// <summary>What has a row. Default: each step, over its trials.</summary>
    public ReportRows Rows { get; init; }

    /// <summary>A value without which a row is left out; null: none is.</summary>
    public string? Has { get; init; }

    /// <summary>The operation that outcomes and times are of; null: all.</summary>
    public string? Operation { get; init; }

    /// <summary>The times that each step has a row for: <c>response</c>, <c>service</c>, <c>delay</c>; empty: rows are others.</summary>
    public IReadOnlyList<string> Times { get; init; } = [];

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

/// <summary>A column: its head with the unit, a value or the name of an axis, and how it is set. Default: three significant
/// digits.</summary>
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

/// <summary>How a value is set.</summary>
public enum ReportFormat
{
    /// <summary>Three significant digits.</summary>
    Number = 0,

    /// <summary>An exact count.</summary>
    Count = 1,

    /// <summary>As it is.</summary>
    Text = 2,

    /// <summary>A share, as a percentage.</summary>
    Percent = 3,

    /// <summary>The median with its interval, or ≥ where it is a lower bound.</summary>
    Interval = 4,

    /// <summary>Bytes, as a person gives a size.</summary>
    Size = 5,

    /// <summary>Milliseconds, with the unit that suits them.</summary>
    Duration = 6,

    /// <summary>The median, with ≥ where it is a lower bound.</summary>
    Bounded = 7,
}

/// <summary>What has a row in a table.</summary>
public enum ReportRows
{
    /// <summary>All trials of a store at a load.</summary>
    Steps = 0,

    /// <summary>Each trial.</summary>
    Trials = 1,
}
