namespace EventSourcingBench.Measurement.Reports;

/// <summary>A moment that is marked.</summary>
/// <param name="At">Seconds.</param>
/// <param name="Text">What happened; names of values in braces.</param>
public sealed record ReportMark(string At, string Text);
