namespace EventSourcingBench.Reporting.Model;

/// <summary>A chart with its table.</summary>
public sealed record ChartModel
{
    /// <summary>Unique on the page.</summary>
    public required string Id { get; init; }

    /// <summary>What it shows.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it, in a sentence or two.</summary>
    public required string Description { get; init; }

    /// <summary>What kind it is.</summary>
    public required ChartKind Kind { get; init; }

    /// <summary>The horizontal axis: name and unit.</summary>
    public required string XName { get; init; }

    /// <summary>The name of the vertical axis of a <see cref="ChartKind.Heatmap"/>; null in other charts.</summary>
    public string? RowName { get; init; }

    /// <summary>
    /// The labels of the horizontal axis of a <see cref="ChartKind.Category"/>, <see cref="ChartKind.Box"/> or
    /// <see cref="ChartKind.Heatmap"/> chart.
    /// </summary>
    public IReadOnlyList<string> Categories { get; init; } = [];

    /// <summary>The labels of the vertical axis of a <see cref="ChartKind.Heatmap"/>; null in other charts.</summary>
    public IReadOnlyList<string>? Rows { get; init; }

    /// <summary>Seconds for each value of a <see cref="ChartKind.Timeline"/>.</summary>
    public int Step { get; init; } = 1;

    /// <summary>Whether the vertical axis is logarithmic at first.</summary>
    public bool Logarithmic { get; init; }

    /// <summary>Whether the reader may choose between a linear and a logarithmic axis.</summary>
    public bool ScaleChoice { get; init; } = true;

    /// <summary>The choices; may be none.</summary>
    public IReadOnlyList<ChartSelector> Selectors { get; init; } = [];

    /// <summary>The views, by the numbers of the chosen options with slashes between (<c>0/2</c>); empty key without a choice.</summary>
    public required IReadOnlyDictionary<string, ChartView> Views { get; init; }

    /// <summary>The same numbers as a table.</summary>
    public required TableModel Table { get; init; }

    /// <summary>The curves that were fitted to the numbers, said in a table; null where none were, or where they stand elsewhere.</summary>
    public TableModel? Fits { get; init; }
}
