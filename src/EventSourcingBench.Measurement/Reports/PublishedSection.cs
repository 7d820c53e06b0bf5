namespace EventSourcingBench.Measurement.Reports;

/// <summary>Published figures. Where a row is matched by steps, ours stand beside it.</summary>
public sealed record PublishedSection : ReportSection
{
    /// <summary>What it shows, and where it was published.</summary>
    public required string Title { get; init; }

    /// <summary>The heads of the published columns; one more is that of ours.</summary>
    public required IReadOnlyList<string> Columns { get; init; }

    /// <summary>The rows.</summary>
    public required IReadOnlyList<PublishedRow> Rows { get; init; }

    /// <summary>How to read it.</summary>
    public string Note { get; init; } = string.Empty;

    /// <summary>The axis whose greatest value is compared; null where ours do not stand beside.</summary>
    public string? Greatest { get; init; }

    /// <summary>What is said of our best step; names of values and axes in braces.</summary>
    public string Ours { get; init; } = string.Empty;
}

/// <summary>A row of published figures.</summary>
public sealed record PublishedRow
{
    /// <summary>As many as there are published columns.</summary>
    public required IReadOnlyList<string> Texts { get; init; }

    /// <summary>Values of the steps that repeat it, by path; empty where none does.</summary>
    public IReadOnlyDictionary<string, string> Same { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
