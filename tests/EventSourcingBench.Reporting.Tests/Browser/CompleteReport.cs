namespace EventSourcingBench.Reporting.Tests;

/// <summary>A page that many tests look at.</summary>
public enum SyntheticPage
{
    /// <summary>The complete synthetic run and microbenchmarks beside it.</summary>
    Complete,

    /// <summary>Ingest and growth.</summary>
    Bulk,
}

/// <summary>The pages, each drawn once.</summary>
internal static class CompleteReport
{
    private static readonly Lazy<Task<string>> Complete = new(() => HtmlReport.RenderAsync(
        ReportBuilder.Build([new SyntheticRun { Together = true }.Complete()], null, [SyntheticBenchmarks.Complete()])));

    private static readonly Lazy<Task<string>> Bulk = new(() => HtmlReport.RenderAsync(ReportBuilder.Build([SyntheticBulk.Complete()])));

    public static Task<string> HtmlAsync(SyntheticPage page = SyntheticPage.Complete) =>
        (page == SyntheticPage.Bulk ? Bulk : Complete).Value;

    /// <summary>
    /// Of the complete one six of the closed and five of the open model in append, seven in projection; three of loading and
    /// one of each other class of microbenchmarks but the one with a single size.
    /// </summary>
    public static int Charts(SyntheticPage page) => page == SyntheticPage.Bulk ? 8 + 7 : 25;
}
