namespace EventSourcingBench.Measurement.Reports;

/// <summary>A row of published figures.</summary>
public sealed record PublishedRow
{
    /// <summary>As many as there are published columns.</summary>
    public required IReadOnlyList<string> Texts { get; init; }

    /// <summary>Values of the steps that repeat it, by path; empty where none does.</summary>
    public IReadOnlyDictionary<string, string> Same { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);
}
