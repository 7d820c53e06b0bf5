using EventSourcingBench.Reporting.Trends;

namespace EventSourcingBench.Reporting.Tests;

public sealed class HistorySeriesTests
{
    private static readonly PublishedRun Run = Publication.Of(new SyntheticRun { Trials = 6 }.Add("append", "sqlite", 4).Build());

    [Fact]
    public void A_slower_version_of_a_store_is_a_change_that_names_the_version()
    {
        var series = HistorySeries.Of(History(10, changeAt: 5), Difference.DefaultMargin);
        var throughput = series.Single(s => s.Metric == "Throughput");
        throughput.Points.Select(p => p.Run).ShouldBe(Enumerable.Range(0, 10).Select(i => $"run{i}"));
        var change = throughput.Changes.ShouldHaveSingleItem();
        (change.Index, change.IsBetter).ShouldBe((5, false));
        change.Share.ShouldBe(-0.2, 0.03);
        change.Differs.ShouldBe(["sqlite: server: 3.1 → 3.2"]);
        series.Where(s => s.Metric != "Throughput").ShouldAllBe(s => s.Changes.Count == 0);

        var page = HistoryPage.Page(series);
        page.ShouldContain("worse</text>");
        page.ShouldContain("sqlite: server: 3.1 → 3.2", Case.Sensitive);
    }

    [Fact]
    public void Another_machine_is_another_series_and_says_so_and_seven_runs_are_too_few()
    {
        var other = History(7, changeAt: 3).Select(r => r with { Machine = r.Machine with { Cpu = "Other <CPU>" } });
        var series = HistorySeries.Of([.. History(10, changeAt: 99), .. other], Difference.DefaultMargin)
            .Where(s => s.Metric == "Throughput").ToList();
        series.Select(s => s.Points.Count).ShouldBe([10, 7], ignoreOrder: true);
        var few = series.Single(s => s.TooShort is not null);
        few.Changes.ShouldBeEmpty();
        few.Apart.ShouldBe(["processor Other <CPU>"]);
        HistoryPage.Page(series).ShouldContain("Other &lt;CPU&gt;");
    }

    [Fact]
    public void A_run_with_a_list_of_values_joins_no_series_of_other_values()
    {
        var several = Measured(1, "100B,1KB")
            .Select(r => With(r, s => s with { Cells = [.. s.Cells.Select(c => c with { Load = "1 KB" })] }));
        var series = HistorySeries.Of([.. Measured(3, "100B"), .. Measured(2, "1KB"), .. several], Difference.DefaultMargin)
            .Where(s => s.Metric == "Throughput").ToList();
        series.Select(s => s.Points.Count).ShouldBe([3, 2, 1], ignoreOrder: true);

        // The load says which of a list it is.
        HistorySeries.Of([.. Measured(3, "100B"), .. Measured(2, "100B,1KB")], Difference.DefaultMargin)
            .Single(s => s.Metric == "Throughput").Points.Count.ShouldBe(5);

        static IEnumerable<PublishedRun> Measured(int count, string sizes) => History(count, changeAt: 99)
            .Select(r => With(r, s => s with { Parameters = [.. s.Parameters, new("payload", "Event size", sizes)] }));

        static PublishedRun With(PublishedRun run, Func<PublishedSuite, PublishedSuite> change) =>
            run with { Suites = [.. run.Suites.Select(change)] };
    }

    // The throughput is less by a fifth from a run on; 1% more or less from run to run.
    private static IReadOnlyList<PublishedRun> History(int count, int changeAt) =>
    [
        .. from i in Enumerable.Range(0, count)
           let level = (i < changeAt ? 1 : 0.8) * (1 + (0.01 * ((i % 3) - 1)))
           select Run with
           {
               Id = $"run{i}",
               StartedAt = Run.StartedAt.AddDays(i),
               Stores = [.. Run.Stores.Select(s => s with { ServerVersion = i < changeAt ? "3.1" : "3.2" })],
               Suites = [.. Run.Suites.Select(s => s with
               {
                   Cells = [.. s.Cells.Select(c => c with { Values = [.. c.Values.Select(v => AtLevel(v, level))] })],
               })],
           },
    ];

    private static PublishedValue AtLevel(PublishedValue value, double level) =>
        value.Name != "Throughput" ? value : value with { Trials = [.. value.Trials.Select(t => t * level)] };
}
