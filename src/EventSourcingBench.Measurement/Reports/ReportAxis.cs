namespace EventSourcingBench.Measurement.Reports;

/// <summary>Something that differs between the steps of a suite.</summary>
/// <param name="Title">Its name with the unit, as a reader sees it.</param>
/// <param name="Value">The value of a step; null where the axis joins others.</param>
/// <param name="Format">How the value is set. Default: as a text.</param>
public sealed record ReportAxis(string Title, string? Value = null, ReportFormat Format = ReportFormat.Text)
{
    /// <summary>The axes whose labels are joined by a blank; none where it has a value.</summary>
    public IReadOnlyList<string> Of { get; init; } = [];

    /// <summary>Singular and plural of what is counted, for the labels of loads; empty where the value says enough.</summary>
    public IReadOnlyList<string> Unit { get; init; } = [];

    /// <summary>Labels that replace values; an empty one leaves the value out of the label of a load.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Text values in their order, others behind them. Default: by the value.</summary>
    public IReadOnlyList<string> Order { get; init; } = [];

    /// <summary>What its values are sorted by. Default: the value itself.</summary>
    public IReadOnlyList<string> OrderBy { get; init; } = [];
}
