namespace EventSourcingBench.Reporting.Shapes;

/// <summary>An option of a choice.</summary>
internal sealed record Option(string Label)
{
    /// <summary>Whether a step is drawn. Default: each is.</summary>
    public Func<Cell, bool> Has { get; init; } = _ => true;

    /// <summary>What is drawn of it; null where another choice says so.</summary>
    public Metric? Metric { get; init; }

    /// <summary>The line that a step belongs to; null where the chart says so.</summary>
    public Func<Cell, ChartSeries>? Line { get; init; }
}
