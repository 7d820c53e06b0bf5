namespace EventSourcingBench.Reporting.Tests;

/// <summary>The page of the complete synthetic run and of microbenchmarks beside it, drawn once: most tests only look at it.</summary>
internal static class CompleteReport
{
    private static readonly Lazy<Task<string>> Page = new(() => HtmlReport.RenderAsync(ReportBuilder.Build([new SyntheticRun { Together = true }.Complete()], null, [SyntheticBenchmarks.Complete()])));

    public static Task<string> HtmlAsync() => Page.Value;
}
