namespace EventSourcingBench.Reporting.Tests;

/// <summary>Markdown and CSV of the synthetic run, of the synthetic microbenchmarks and of a kept run of each suite, and what the reports
/// of <see cref="Cases"/> say, letter by letter. After a wanted change run the tests with EVENTSOURCINGBENCH_SNAPSHOTS set to the folder of
/// the snapshots, which writes them again, and read the difference.</summary>
public sealed class SnapshotTests
{
    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public async Task The_same_run_and_microbenchmarks_give_the_same_text_under_every_culture(string culture)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        await ShouldBeSnapshotsAsync(new ReportSources([new SyntheticRun().Complete()], []), string.Empty);
        await ShouldBeSnapshotsAsync(new ReportSources([], [SyntheticBenchmarks.Complete()]), "microbenchmarks-");
    }

    /// <summary>The kept run folders were made with the profile smoke, each of one suite.</summary>
    [Theory]
    [MemberData(nameof(KeptSuites))]
    public async Task A_kept_run_of_each_suite_gives_the_same_text(string suite)
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        var run = ReportData.Completed(RunFolder.Read(Path.Combine(AppContext.BaseDirectory, "Snapshots", "Runs", suite)));
        await ShouldBeSnapshotsAsync(new ReportSources([run], []), suite + "-");
        var built = ReportBuilder.Build([run]).Suites.Single();
        var answers = built.Rankings.Select(AnswerOf).ToList();
        // Some have too few values for the percentile that is ranked.
        (answers.Count > 0 || built.Unranked.All(u => u.Reason.Contains(" values ", StringComparison.Ordinal))).ShouldBeTrue();
        answers.ShouldAllBe(a => a.EndsWith('.') && a.Split(' ').Length <= 25);
    }

    public static TheoryData<string> KeptSuites => ["append", "projection", "enrolment", "reservation", "ingest", "growth", "subscription"];

    public static TheoryData<string> CaseNames => [.. Cases.All.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public void A_case_gives_the_same_text(string name) =>
        ShouldBeSnapshot(Path.Combine("Cases", name + ".txt"), Drawn.Text(Cases.All[name]()));

    [Fact]
    public async Task Pages_ingest_and_growth_are_the_same_under_every_culture()
    {
        // The pages that a browser looks at are drawn in English, too.
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("en-US");
        var english = await BrowserTests.HtmlAsync(SyntheticPage.Complete) + await BrowserTests.HtmlAsync(SyntheticPage.Bulk)
            + MarkdownReport.Render(BrowserTests.BulkModel.Value);

        (await DrawAsync("de-DE")).ShouldBe(english);

        // The culture that an async method sets ends with it.
        static async Task<string> DrawAsync(string culture)
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            var bulk = ReportBuilder.Build([SyntheticBulk.Complete()]);
            var runs = ReportBuilder.Build([new SyntheticRun { Together = true }.Complete()], null, [SyntheticBenchmarks.Complete()]);
            return await HtmlReport.RenderAsync(runs) + await HtmlReport.RenderAsync(bulk) + MarkdownReport.Render(bulk);
        }
    }

    [Fact]
    public void Csv_of_ingest_and_growth_is_the_same_under_every_culture()
    {
        var bulk = SyntheticBulk.Complete();
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        var german = CsvReport.Render([bulk]);
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("en-US");
        german.ShouldBe(CsvReport.Render([bulk]));
    }

    private static async Task ShouldBeSnapshotsAsync(ReportSources sources, string prefix)
    {
        using var folder = new TempFolder();
        var files = await ReportWriter.WriteAsync(sources, folder.Path, Cancel);
        foreach (var file in Directory.GetFiles(folder.Path).Where(f => f != files.Html))
            ShouldBeSnapshot(prefix + Path.GetFileName(file), await File.ReadAllTextAsync(file));
    }

    private static void ShouldBeSnapshot(string name, string actual)
    {
        if (Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_SNAPSHOTS") is { Length: > 0 } update)
            File.WriteAllText(Path.Combine(update, name), actual);
        else
            actual.ShouldBe(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Snapshots", name)));
    }
}
