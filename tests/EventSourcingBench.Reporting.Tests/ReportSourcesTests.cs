namespace EventSourcingBench.Reporting.Tests;

public sealed class ReportSourcesTests : TempFolderTest
{
    private static readonly string Sample = Path.Combine(AppContext.BaseDirectory, "Benchmarks", "Sample");

    [Fact]
    public void Both_kinds_of_folder_are_read_in_any_mixture()
    {
        new SyntheticRun().Add("append", "sqlite", 1).Build().WriteTo(Temp.Path);
        var sources = ReportSources.Read([Sample, Temp.Path]);
        (sources.Runs.Single().Steps.Count, sources.Benchmarks.Single().Records.Count).ShouldBe((1, 10));
    }

    [Fact]
    public void A_folder_that_is_neither_is_an_error_that_names_both_kinds() =>
        Should.Throw<FormatException>(() => ReportSources.Read([Sample, Temp.Path])).Message.ShouldBe(
            $"{Temp.Path} is not a results folder: it has neither run.json (a load run) nor "
                + "*-report-full.json (microbenchmarks, BenchmarkDotNet's full JSON).");

    [Fact]
    public async Task Figures_of_k6_stand_beside_a_run_and_are_said_to_be_unverified()
    {
        new SyntheticRun().Add("append", "sqlite", 1).Build().WriteTo(Temp.Path);
        var file = Temp.Write("k6.json", """
            {"format":"eventsourcingbench-k6","version":1,"k6Version":"0.45.0","suite":"append","store":{"name":"memory","details":{}},
             "copies":8,"rate":null,"interrupted":false,"requestsPerSecond":3000.5,"successesPerSecond":2999.5,
             "requests":{"sent":9001,"successes":8998,"conflicts":1,"errors":2,"timeouts":0,"notSent":0},
             "latencyMs":{"count":8998,"p50":2.5,"p90":4,"p95":5,"p99":7.25,"max":31}}
            """);
        var files = await ReportWriter.WriteAsync(ReportSources.Read([Temp.Path, file]), Temp.Path, Cancel);

        File.ReadAllText(files.Markdown).ShouldContain("## Measured by k6, not verified");
        File.ReadAllText(files.Markdown).ShouldContain(
            "| memory | append | 8 copies | 3,000 | 2.50 | 7.25 | 31.0 | 9,001 | 1 | 2 | 0 | 0 | 0.45.0 |");
        File.ReadAllText(files.Html).ShouldContain("no store is ranked by these figures");
        Should.Throw<FormatException>(() => ReportSources.Read([file])).Message.ShouldContain("name a results folder too");
        var other = Temp.Write("other.json", """{"format":"another"}""");
        Should.Throw<FormatException>(() => ReportSources.Read([Temp.Path, other])).Message.ShouldContain($"{other} is not a summary");
    }

    [Fact]
    public void A_report_of_nothing_is_an_error() => Should.Throw<ArgumentException>(() => ReportBuilder.Build([], null, []));

    [Fact]
    public async Task The_engines_own_reports_are_linked_from_wherever_the_report_is()
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, throughput: 900).Build();
        run = run with { Path = "/results/a run", Steps = [run.Steps[0] with { EngineReport = "engine/001/nbomber.html" }] };
        var elsewhere = ReportBuilder.Build([run], "/results/both");
        elsewhere.Runs[0].EngineReports.ShouldHaveSingleItem().ShouldBe(
            new StepFileLink("append sqlite, 1 copy, trial 1", "../a%20run/engine/001/nbomber.html"));
        var (page, text) = (await HtmlReport.RenderAsync(elsewhere), MarkdownReport.Render(elsewhere));
        page.ShouldContain("<a href=\"../a%20run/engine/001/nbomber.html\">");
        text.ShouldContain("(../a%20run/engine/001/nbomber.html)");
        new[] { page, text }.ShouldAllBe(t => t.Contains(
            "Its rates include the time in which its copies start. Its latencies begin when it calls for a request"));
    }
}

public sealed class ChartLibraryTests
{
    private static readonly string Assets = Path.Combine(AppContext.BaseDirectory, "assets");

    [Fact]
    public void The_version_on_the_cdn_is_the_pinned_one_and_the_lock_file_names_no_registry()
    {
        using var package = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(Assets, "package.json")));
        package.RootElement.GetProperty("dependencies").GetProperty("echarts").GetString().ShouldBe(ChartLibrary.Version);
        File.ReadAllText(Path.Combine(Assets, "package-lock.json")).ShouldNotContain("\"resolved\"");
    }

    [Fact]
    public void The_integrity_hash_is_that_of_the_package()
    {
        var file = Path.Combine(Assets, "echarts.min.js");
        Assert.SkipUnless(File.Exists(file), "npm was missing at build, so there is no package to compare the hash with.");
        ChartLibrary.Integrity.ShouldBe("sha384-" + Convert.ToBase64String(
            System.Security.Cryptography.SHA384.HashData(File.ReadAllBytes(file))));
    }
}
