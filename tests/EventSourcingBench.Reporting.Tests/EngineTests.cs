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

    [Fact]
    public void A_search_links_the_report_of_each_rate_that_it_tried()
    {
        var run = new SyntheticRun().Add("reservation", "sqlite", null, 200, throughput: 200).Build();
        SloProbe[] probes =
        [
            new() { Rate = 200, Throughput = 200, Held = true, EngineReport = "engine/001-01/nbomber.html" },
            new() { Rate = 400, Throughput = 300, Held = false, EngineReport = "engine/001-02/nbomber.html" },
            new() { Rate = 300, Throughput = 290, Held = false },
        ];
        var search = new SloSearchRecord { Slo = new SloRecord(99, TimeSpan.FromMilliseconds(20)), Rate = 200, Probes = probes };
        run = run with
        {
            Path = "/results/run",
            Steps = [run.Steps[0] with { EngineReport = "engine/001-01/nbomber.html",
            SloSearch = search }]
        };

        ReportBuilder.Build([run]).Runs[0].EngineReports.ShouldBe(
        [
            new EngineReportLink("reservation sqlite, 200/s, trial 1", "engine/001-01/nbomber.html"),
            new EngineReportLink("reservation sqlite, 400/s, trial 1", "engine/001-02/nbomber.html"),
        ]);
    }

    [Fact]
    public void A_link_leads_to_a_file_whatever_a_record_says()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, null, throughput: 900).Build();
        run = run with { Path = "/results/run", Steps = [run.Steps[0] with { EngineReport = "javascript:alert(1)" }] };

        ReportBuilder.Build([run]).Runs[0].EngineReports.ShouldHaveSingleItem().Address.ShouldNotContain(":");
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

        var model = ReportBuilder.Build([run]).Runs[0];

        model.Flags.ShouldContain(f => f.Severity == FlagSeverity.Note && f.Text == "Of the load. (steps: 1)");
        model.Provenance!.Rows.Single(r => r[0] == "Load engine")[1].ShouldEndWith("; generators: 2 processes on this host; b:5090 on b");
    }
}
