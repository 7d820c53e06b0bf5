namespace EventSourcingBench.Reporting.Tests;

/// <summary>A report is drawn from the data that the run has stored, whatever the suite is called.</summary>
public sealed class StoredReportTests
{
    private const string Name = "mailing";

    internal static readonly SuiteReport Report = JsonSerializer.Deserialize<SuiteReport>(
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Suites", "mailing.report.json")), RunJson.Compact)!;

    [Fact]
    public void Of_several_trials_a_time_is_the_median_or_the_longest()
    {
        var sections = JsonSerializer.Deserialize<SuiteReport>(
            """
            {"sections": [{"kind": "table", "title": "Delays", "columns": [
              {"title": "Median", "value": "mail.delay@ms"}, {"title": "Longest", "value": "mail.delay@longest s"}]}]}
            """,
            RunJson.Compact)!.Sections;
        var run = Run(Report with { Sections = sections }, trials: 3).Each(s => s with
        { Details = StepRecord.DetailsOf(("mail", new { Letters = 1, Class = "first", Delay = TimeSpan.FromSeconds(4 - s.Trial) })) });
        var suite = ReportBuilder.Build([run]).Suites.Single();
        suite.Tables.Concat(suite.Findings).Single(t => t.Caption.Contains("Delays")).Rows.Single().ShouldBe(["2,000", "3.00"]);
    }

    [Fact]
    public void Each_part_has_a_row_in_csv_and_columns_of_other_suites_are_left_out()
    {
        var lines = CsvReport.Render([Run(Report)]).Split('\n');
        lines[0].ShouldEndWith(",round,class");
        lines.Count(l => l.EndsWith(",morning,first", StringComparison.Ordinal)).ShouldBe(2);
    }

    [Fact]
    public void Data_that_name_an_axis_or_an_analysis_that_is_not_there_are_refused_with_the_place()
    {
        Should.Throw<FormatException>(() => ReportBuilder.Build([Run(Report with { Load = ["delay"] })]))
            .Message.ShouldBe("/results/mail/run.json cannot be drawn: $.workloads.mailing.report: There is no axis 'delay'.");
        Should.Throw<FormatException>(() => ReportBuilder.Build([Run(Report with { Sections = [new AnalysisSection("astrology")] })]))
            .Message.ShouldContain("'astrology'");
        var sixth = new Dictionary<string, string> { ["sixth"] = "rates.5" };
        Should.Throw<FormatException>(() => CsvReport.Render([Run(Report with { Csv = sixth })])).Message.ShouldContain(".mailing.report");
    }

    internal static RunFolder Run(SuiteReport report, int? trials = null)
    {
        var run = Enumerable.Range(1, trials ?? 4).Aggregate(
            new SyntheticRun { Stores = ["sqlite"], Id = "mail" },
            (plan, n) => plan.Add(Name, "sqlite", null, null, trials is null ? 1 : n)).Build();
        var workloads = new Dictionary<string, WorkloadRecord> { [Name] = new() { Question = "How soon?", Report = report } };
        return run.With(r => r with { Workloads = workloads }).Each(s => s with
        { Details = Mail(s.Number % 2 == 1 ? 1 : 1_000, s.Number <= 2 ? "first" : "second", s.Number <= 2 ? 20 : 10) });
    }

    private static IDictionary<string, JsonElement> Mail(long letters, string @class, double rate) => StepRecord.DetailsOf(("mail", new
    {
        Letters = letters,
        Class = @class,
        Rates = new[] { rate, rate, rate },
        Delay = TimeSpan.FromMilliseconds(250),
        Sent = 1_000,
        Share = 0.5,
        Lost = 3,
        Waiting = new { Desk = new { Letters = Enumerable.Range(0, 300) }, Van = new { Letters = new[] { 7 } } },
        Rounds = new[] { new { Name = "morning" }, new { Name = "evening" } },
    }));
}
