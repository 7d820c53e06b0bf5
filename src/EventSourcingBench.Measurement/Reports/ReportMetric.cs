namespace EventSourcingBench.Measurement.Reports;

/// <summary>Something that charts draw of a step: the median over its trials with the interval.</summary>
/// <param name="Name">Its name among the choices of a chart.</param>
/// <param name="Unit">The vertical axis: name and unit.</param>
/// <param name="Value">The value.</param>
public sealed record ReportMetric(string Name, string Unit, string Value);
