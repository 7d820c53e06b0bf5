namespace EventSourcingBench.Reporting;

/// <summary>What a chart shows for one combination of choices.</summary>
/// <param name="Unit">The vertical axis: name and unit.</param>
/// <param name="Series">The lines.</param>
public sealed record ChartView(string Unit, IReadOnlyList<ChartSeries> Series);
