namespace EventSourcingBench.Reporting.Model;

/// <summary>What a chart shows for one combination of choices.</summary>
/// <param name="Unit">The vertical axis: name and unit.</param>
/// <param name="Series">The lines.</param>
public sealed record ChartView(string Unit, IReadOnlyList<ChartSeries> Series)
{
    /// <summary>Moments of a <see cref="ChartKind.Timeline"/> that are marked; null where none are.</summary>
    public IReadOnlyList<ChartMark>? Marks { get; init; }
}
