namespace EventSourcingBench.Measurement.Reports;

/// <summary>Published figures, and where they were published; one more column than the rows have texts is ours, where steps match.</summary>
/// <param name="Note">How to read it.</param>
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
