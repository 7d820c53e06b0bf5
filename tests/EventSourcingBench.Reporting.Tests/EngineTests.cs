namespace EventSourcingBench.Reporting.Tests;

public sealed class EngineTests
{
    [Fact]
    public async Task The_engines_own_reports_are_linked_from_wherever_the_report_is()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null, throughput: 900).Build();
        run = run with { Path = "/results/a run", Steps = [run.Steps[0] with { EngineReport = "engine/001/nbomber.html" }] };

        ReportModel.Build([run]).Runs[0].EngineReports.ShouldHaveSingleItem().Address.ShouldBe("engine/001/nbomber.html");
        var elsewhere = ReportModel.Build([run], "/results/both");

        elsewhere.Runs[0].EngineReports.ShouldHaveSingleItem().ShouldBe(
            new EngineReportLink("append sqlite, 1 copy, trial 1", "../a%20run/engine/001/nbomber.html"));
        (await HtmlReport.RenderAsync(elsewhere)).ShouldContain("<a href=\"../a%20run/engine/001/nbomber.html\">");
        MarkdownReport.Render(elsewhere).ShouldContain("(../a%20run/engine/001/nbomber.html)");
    }

    [Fact]
    public void A_link_leads_to_a_file_whatever_a_record_says()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null, throughput: 900).Build();
        run = run with { Path = "/results/run", Steps = [run.Steps[0] with { EngineReport = "javascript:alert(1)" }] };

        ReportModel.Build([run]).Runs[0].EngineReports.ShouldHaveSingleItem().Address.ShouldNotContain(":");
    }

    [Fact]
    public void Notes_and_generators_are_told()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null, throughput: 900).Build();
        run = run with
        {
            Run = run.Run with { Generators = ["2 processes on this host", "b:5090 on b"] },
            Steps = [run.Steps[0] with { Notes = ["Of the load."] }],
        };

        var model = ReportModel.Build([run]).Runs[0];

        model.Flags.ShouldContain(f => f.Severity == FlagSeverity.Note && f.Text == "Of the load. (steps: 1)");
        model.Provenance.Rows.Single(r => r[0] == "Load engine")[1].ShouldEndWith("; generators: 2 processes on this host; b:5090 on b");
    }
}
