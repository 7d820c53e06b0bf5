namespace EventSourcingBench.Measurement.Reports;

/// <summary>Published figures. Where a row is matched by steps, ours stand beside it.</summary>
/// <param name="Title">What it shows, and where it was published.</param>
/// <param name="Columns">The heads of the published columns; one more is that of ours.</param>
/// <param name="Rows">The rows.</param>
public sealed record PublishedSection(string Title, IReadOnlyList<string> Columns, IReadOnlyList<PublishedRow> Rows) : ReportSection
{
    /// <summary>How to read it.</summary>
    public string Note { get; init; } = string.Empty;

    /// <summary>The axis whose greatest value is compared; null where ours do not stand beside.</summary>
    public string? Greatest { get; init; }

    /// <summary>What is said of our best step; names of values and axes in braces.</summary>
    public string Ours { get; init; } = string.Empty;
}

/// <summary>A row of published figures.</summary>
/// <param name="Texts">As many as there are published columns.</param>
public sealed record PublishedRow(IReadOnlyList<string> Texts)
{
    /// <summary>Values of the steps that repeat it, by path; empty where none does.</summary>
    public IReadOnlyDictionary<string, string> Same { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
