namespace EventSourcingBench.Reporting;

/// <summary>Where a report was written.</summary>
/// <param name="Html">The full path of <c>report.html</c>.</param>
/// <param name="Markdown">The full path of <c>report.md</c>.</param>
/// <param name="Csv">The full path of <c>results.csv</c>.</param>
public sealed record ReportFiles(string Html, string Markdown, string Csv);
