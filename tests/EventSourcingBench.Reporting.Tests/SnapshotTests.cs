namespace EventSourcingBench.Reporting.Tests;

/// <summary>
/// Markdown and CSV of the synthetic run, of the synthetic microbenchmarks and of a kept run of each suite, letter by letter.
/// After a wanted change run the tests with EVENTSOURCINGBENCH_SNAPSHOTS set to the folder of the snapshots, which writes them
/// again, and read the difference.
/// </summary>
public sealed class SnapshotTests
{
    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public async Task The_same_run_gives_the_same_text_under_every_culture(string culture)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        var folder = Directory.CreateTempSubdirectory("report-");
        try
        {
            var files = await ReportWriter.WriteAsync([new SyntheticRun().Complete()], folder.FullName, TestContext.Current.CancellationToken);
            await ShouldBeSnapshotAsync(files.Markdown);
            await ShouldBeSnapshotAsync(files.Csv);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
            folder.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public async Task The_same_microbenchmarks_give_the_same_text_under_every_culture(string culture)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        var folder = Directory.CreateTempSubdirectory("report-");
        try
        {
            var files = await ReportWriter.WriteAsync([], [SyntheticBenchmarks.Complete()], folder.FullName, TestContext.Current.CancellationToken);
            await ShouldBeSnapshotAsync(files.Markdown, "microbenchmarks-");
            await ShouldBeSnapshotAsync(files.Csv, "microbenchmarks-");
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
            folder.Delete(recursive: true);
        }
    }

    /// <summary>The kept run folders were made with the profile smoke, each of one suite.</summary>
    [Theory]
    [InlineData("append")]
    [InlineData("projection")]
    [InlineData("enrolment")]
    [InlineData("reservation")]
    [InlineData("ingest")]
    [InlineData("growth")]
    public async Task A_kept_run_of_each_suite_gives_the_same_text(string suite)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        var folder = Directory.CreateTempSubdirectory("report-");
        try
        {
            var run = ReportData.Completed(RunFolder.Read(Path.Combine(AppContext.BaseDirectory, "Snapshots", "Runs", suite)));
            var files = await ReportWriter.WriteAsync([run], folder.FullName, TestContext.Current.CancellationToken);
            await ShouldBeSnapshotAsync(files.Markdown, suite + "-");
            await ShouldBeSnapshotAsync(files.Csv, suite + "-");
            var answers = ReportBuilder.Build([run]).Suites.Single().Rankings.Select(r => string.Concat(r.Answer.Select(a => a.Text))).ToList();
            answers.ShouldNotBeEmpty();
            answers.ShouldAllBe(a => a.EndsWith('.') && a.Split(' ').Length <= 25);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task The_page_is_the_same_under_every_culture()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            var model = ReportBuilder.Build([new SyntheticRun().Complete()], null, [SyntheticBenchmarks.Complete()]);
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
            var german = await HtmlReport.RenderAsync(ReportBuilder.Build([new SyntheticRun().Complete()], null, [SyntheticBenchmarks.Complete()]));
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("en-US");
            (await HtmlReport.RenderAsync(model)).ShouldBe(german);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public async Task Ingest_and_growth_give_the_same_texts_under_every_culture()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
            var german = await AllAsync();
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("en-US");
            (await AllAsync()).ShouldBe(german);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }

        static async Task<string> AllAsync()
        {
            var model = ReportBuilder.Build([SyntheticBulk.Complete()]);
            return await HtmlReport.RenderAsync(model) + MarkdownReport.Render(model) + CsvReport.Render([SyntheticBulk.Complete()]);
        }
    }

    private static async Task ShouldBeSnapshotAsync(string file, string prefix = "")
    {
        var name = prefix + Path.GetFileName(file);
        var actual = await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken);
        if (Environment.GetEnvironmentVariable("EVENTSOURCINGBENCH_SNAPSHOTS") is { Length: > 0 } update)
        {
            await File.WriteAllTextAsync(Path.Combine(update, name), actual, TestContext.Current.CancellationToken);
            return;
        }

        var expected = await File.ReadAllTextAsync(
            Path.Combine(AppContext.BaseDirectory, "Snapshots", name), TestContext.Current.CancellationToken);
        actual.ShouldBe(expected);
    }
}
