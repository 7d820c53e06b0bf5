namespace EventSourcingBench.Reporting.Tests;

/// <summary>The suite enrolment: by clients, by what was stored before, and how many events an operation costs.</summary>
public sealed class EnrolmentTests
{
    private readonly SuiteModel _suite = ReportBuilder.Build([Run()]).Suites.Single(s => s.Name == "enrolment");

    [Fact]
    public void A_line_never_goes_from_an_empty_store_to_a_full_one()
    {
        var chart = Chart("enrolment-throughput");

        chart.Categories.ShouldBe(["1", "8"]);
        chart.Selectors.ShouldHaveSingleItem().Options.ShouldBe(["0", "10,000"]);
        Values(chart, "0").ShouldBe([100, 800]);
        Values(chart, "1").ShouldBe([90, 720]);
    }

    [Fact]
    public void The_choice_of_what_was_stored_comes_after_the_others()
    {
        var latency = Chart("enrolment-latency");

        latency.Selectors.Select(s => s.Name).ShouldBe(["Percentile", "Stored before"]);
        latency.Views.Keys.ShouldBe(Enumerable.Range(0, latency.Selectors[0].Options.Count).SelectMany(p => new[] { $"{p}/0", $"{p}/1" }),
            ignoreOrder: true);
    }

    [Fact]
    public void What_was_stored_before_is_an_axis_of_its_own()
    {
        var chart = Chart("enrolment-preload");

        chart.Categories.ShouldBe(["0", "10,000"]);
        chart.Selectors.ShouldHaveSingleItem().Options.ShouldBe(["1 copy", "8 copies"]);
        Values(chart, "1").ShouldBe([800, 720]);
        chart.Table.Rows[^1].ShouldBe(["sqlite", "8 copies", "800 (100%)", "720 (90.0%)"]);
    }

    [Fact]
    public void Events_for_an_operation_are_told_and_the_publication_stands_beside()
    {
        var facts = _suite.Tables.Single(t => t.Caption.StartsWith("One fact", StringComparison.Ordinal));

        facts.Rows.Count.ShouldBe(4);
        facts.Rows[0].ShouldContain("1.83");
        _suite.Tables.ShouldContain(t => t.Caption.StartsWith("Published: the speedrun", StringComparison.Ordinal));
    }

    private static List<double> Values(ChartModel chart, string key) =>
        [.. chart.Views[key].Series.ShouldHaveSingleItem().Points.Select(p => p.ShouldNotBeNull()[0])];

    private static RunFolder Run()
    {
        var run = new SyntheticRun { Trials = 1 }
            .Add("enrolment", "sqlite", 1, null, throughput: 100)
            .Add("enrolment", "sqlite", 8, null, throughput: 800)
            .Add("enrolment", "sqlite", 1, null, throughput: 90)
            .Add("enrolment", "sqlite", 8, null, throughput: 720)
            .Build();
        var enrolments = new EnrolmentRecord { Operations = 120, Joinings = 100, Events = 220 };
        return new RunFolder(
            run.Path, run.Run, run.Environment, [.. run.Steps.Select((s, i) =>
                s with { Preload = i < 2 ? 0 : 10_000, Details = Detail.Of(enrolments) })]);
    }

    private ChartModel Chart(string id) => _suite.Charts.Single(c => c.Id == id);
}
