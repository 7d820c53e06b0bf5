namespace EventSourcingBench.Reporting.Tests;

public sealed class EngineTests
{
    [Fact]
    public async Task The_engines_own_reports_are_linked_from_wherever_the_report_is()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null, throughput: 900).Build();
        run = run with { Path = "/results/a run", Steps = [run.Steps[0] with { EngineReport = "engine/001/nbomber.html" }] };

        ReportBuilder.Build([run]).Runs[0].EngineReports.ShouldHaveSingleItem().Address.ShouldBe("engine/001/nbomber.html");
        var elsewhere = ReportBuilder.Build([run], "/results/both");

        elsewhere.Runs[0].EngineReports.ShouldHaveSingleItem().ShouldBe(
            new EngineReportLink("append sqlite, 1 copy, trial 1", "../a%20run/engine/001/nbomber.html"));
        foreach (var (text, link) in new[]
        {
            (await HtmlReport.RenderAsync(elsewhere), "<a href=\"../a%20run/engine/001/nbomber.html\">"),
            (MarkdownReport.Render(elsewhere), "(../a%20run/engine/001/nbomber.html)"),
        })
        {
            text.ShouldContain(link);
            text.ShouldContain("Its rates include the time in which its copies start. Its latencies begin when it calls for a request");
        }
    }
}
