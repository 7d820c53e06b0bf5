namespace EventSourcingBench.Measurement.Reports;

/// <param name="Rows">What has a row. Default: each step, over its trials.</param>
/// <param name="Has">A value without which a row is left out; null: none is.</param>
/// <param name="Operation">The operation that outcomes and times are of; null: all.</param>
/// <param name="Columns">Empty in the table of a distribution or of percentiles, which has the same columns everywhere.</param>
/// <param name="Over">The axis each value of which is a further column, in which the best step stands; null for none.</param>
public sealed record TableSection(
    string Title, IReadOnlyList<ReportColumn> Columns, ReportRows Rows = ReportRows.Steps, string? Has = null, string? Operation = null,
    string? Over = null, ReportColumn? Cell = null, string Note = "") : ReportSection
{
    /// <summary>The times that a step has a row for: <c>response</c>, <c>service</c>, <c>delay</c>, or the suite's; empty: none.</summary>
    public IReadOnlyList<string> Times { get; init; } = [];

    /// <summary>Axes of which the best step alone is shown; empty: all are.</summary>
    public IReadOnlyList<string> BestOf { get; init; } = [];

    /// <summary>The axes that steps are sorted by; steps without one of them are left out. Default: as the steps come.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];
}

/// <summary>A column: its head with the unit, a value or the name of an axis, and how it is set: by default three digits.</summary>
/// <param name="Beside">A value in parentheses behind it; null for none. Where the first is 0, it stands alone.</param>
/// <param name="BesideFormat">How that one is set. Default: as a percentage.</param>
/// <param name="Meaning">What it counts, in one sentence; null where the head says enough.</param>
public sealed record ReportColumn(
    string Title, string Value, ReportFormat Format = ReportFormat.Number, string? Beside = null,
    ReportFormat BesideFormat = ReportFormat.Percent, string? Meaning = null)
{
    /// <summary>A value, and what stands behind the text where it is true.</summary>
    public IReadOnlyDictionary<string, string> Marks { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}

public enum ReportFormat
{
    Number = 0, // Three significant digits.
    Count = 1, // Exact.
    Text = 2, // As it is.
    Percent = 3, // A share, as a percentage.
    Interval = 4, // The median with its interval, or ≥ where it is a lower bound.
    Size = 5, // Bytes, as a person gives a size.
    Duration = 6, // Milliseconds, with the unit that suits them.
    Bounded = 7, // The median, with ≥ where it is a lower bound.
}

public enum ReportRows
{
    Steps = 0, // All trials of a store at a load.
    Trials = 1, // Each trial.
}

/// <summary>Published figures, and where they were published; a column more than the rows have texts is ours, where steps match.</summary>
/// <param name="Greatest">The axis whose greatest value is compared; null where ours do not stand beside.</param>
/// <param name="Ours">What is said of our best step; names of values and axes in braces.</param>
public sealed record PublishedSection(
    string Title, IReadOnlyList<string> Columns, IReadOnlyList<PublishedRow> Rows, string Note = "", string? Greatest = null,
    string Ours = "") : ReportSection;

/// <summary>A row of published figures: as many texts as there are published columns.</summary>
public sealed record PublishedRow(IReadOnlyList<string> Texts)
{
    /// <summary>Values of the steps that repeat it, by path; empty where none does.</summary>
    public IReadOnlyDictionary<string, string> Same { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
