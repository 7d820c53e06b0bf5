using System.Text.RegularExpressions;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>The charts and findings of reservations: by rate as published, over skew, and whether the published effect appears.</summary>
public sealed class ReservationChartTests
{
    private const string Name = "reservation";

    private static readonly SuiteModel Drawn = Suite(Run(), Name);

    [Fact]
    public void The_lines_are_the_orders_on_one_command_side_or_the_command_sides_in_one_order()
    {
        var chart = Chart("p99");
        chart.Selectors.Select(s => s.Name).ShouldBe(["Store", "Lines"]);
        chart.Selectors[1].Options.ShouldBe(
        [
            "optimistic: by request order", "single-writer: by request order", "serial: by command handling",
                "concurrent: by command handling", "hot skew 0.5: by command handling", "hot skew 1.2: by command handling",
        ]);
        chart.Categories.ShouldBe(["100", "200"]);
        var orders = chart.Views["0/0"].Series;
        orders.Select(s => s.Name).ShouldBe(["serial", "concurrent", "hot skew 0.5", "hot skew 1.2"]);
        orders[1].Points[1]![0].ShouldBeGreaterThan(orders[0].Points[1]![0]);
        chart.Views["0/3"].Series.Select(s => s.Name).ShouldBe(["optimistic", "single-writer"]);
        chart.Table.Rows.Count.ShouldBe(2 * 4 * 2);
    }

    [Fact]
    public void Cpu_is_drawn_by_process_and_nodes_are_lines_of_their_own()
    {
        var cpu = Chart("cpu");
        cpu.Selectors[0].Options.ShouldBe(["All processes", "API", "Server", "Client"]);
        cpu.Views["0/0/0"].Series[0].Points[0]![0].ShouldBe(cpu.Views["1/0/0"].Series[0].Points[0]![0]
            + cpu.Views["3/0/0"].Series[0].Points[0]![0], 0.01);

        var run = Run();
        var three = run.Steps.Where(s => s.Reservations is { Order: "serial", Strategy: "single-writer" })
            .Select(s => s with
            {
                Number = s.Number + 100,
                Store = "sqlite (3 nodes) (single-writer, serial)",
                Details = Detail.Of(s.Reservations! with { Nodes = 3 })
            });
        var lines = Suite(run with { Steps = [.. run.Steps, .. three] }, Name).Charts
            .Single(c => c.Id == "reservation-open-p99").Views["0/1"].Series;
        lines.Where(l => l.Name.StartsWith("serial", StringComparison.Ordinal)).Select(l => (l.Name, l.Dashed))
            .ShouldBe([("serial, 1 node", false), ("serial, 3 nodes", true)]);
    }

    [Fact]
    public void Lost_races_and_retries_are_drawn_over_skew_for_each_command_side()
    {
        var chart = Chart("skew");
        chart.Categories.ShouldBe(["0.5", "1.2"]);
        var lost = chart.Views["0/0/1"].Series;
        lost.Select(s => s.Name).ShouldBe(["optimistic", "single-writer"]);
        lost[0].Points.Select(p => p![0]).ShouldBe([0.05, 0.12]);
        lost[1].Points.Select(p => p![0]).ShouldBe([0, 0]);
        chart.Views["1/0/1"].Series[0].Points.Select(p => p![0]).ShouldBe([0.045, 0.108]);
        chart.Table.Rows.Count.ShouldBe(2 * 2 * 2);
        chart.Table.Rows[0].ShouldBe(["sqlite", "optimistic", "1", "100/s", "0.5", "0.0500", "0.0450", "0.500%", chart.Table.Rows[0][8],
            "99.0"]);

        Suite(Run(skews: [1]), Name).Charts.ShouldNotContain(c => c.Id == "reservation-open-skew");
    }

    [Fact]
    public void Goodput_tries_and_fairness_are_told_for_each_step()
    {
        var table = Chart("goodput").Table;
        table.Columns.Select(c => c.Header).ShouldContain("1 try");
        var row = table.Rows.First(r => r[3] == "concurrent" && r[2] == "optimistic");
        row.Skip(6).ShouldBe(["99.0", "1.00", "0", "900", "50", "30", "7", "3", "0", "5", "0.100", "0.960", "20", "s7: 30 of 50 (60.0%)"]);
    }

    [Fact]
    public void Whether_the_published_effect_appears_is_said_in_words_with_figures()
    {
        var finding = Drawn.Findings.Single(f => f.Caption.StartsWith("Does the concurrent order cost more", StringComparison.Ordinal));
        finding.Note.ShouldContain("Here the effect appears with optimistic on sqlite at 200/s: p99 ");
        finding.Note.ShouldContain("2.00 times");
        finding.Note.ShouldContain("Here it does not appear with single-writer on sqlite at 200/s");
        finding.Rows.Select(r => (r[1], r[2], r[^1])).ShouldBe([
            ("optimistic", "200/s", "appears"), ("single-writer", "200/s", "does not appear")]);
    }

    [Fact]
    public void A_rate_that_not_both_orders_kept_is_compared_only_where_there_is_no_other()
    {
        var finding = Suite(Run(kept: 100), Name).Findings[0];
        finding.Rows.Select(r => r[2]).ShouldBe(["100/s", "100/s"]);
        finding.Note.ShouldNotContain("both keep");
        Suite(Run(kept: 0), Name).Findings[0].Note.ShouldContain("/s succeeded, a rate that they did not both keep");
    }

    [Fact]
    public void An_order_that_kept_no_rate_where_the_other_kept_one_costs_more_whatever_its_successes_took()
    {
        var run = Run();
        var lossy = run with
        {
            Steps = [.. run.Steps.Select(s => s.Reservations is { Strategy: "single-writer", Order: "concurrent" }
            ? s with { Throughput = s.Throughput / 2 } : s)]
        };
        var finding = Suite(lossy, Name).Findings[0];
        finding.Rows[1][^1].ShouldBe("appears");
        finding.Note.ShouldContain(
            "50.0/s against 100/s succeeded, where the serial order kept up to 200/s and the concurrent one no rate");
    }

    [Fact]
    public void Ways_of_use_that_differ_in_their_order_alone_share_a_colour()
    {
        var views = Chart("throughput").Views;
        views["0"].Series.Select(s => s.Color).ShouldBe([0, 1]);
        views["3"].Series.Select(s => s.Color).ShouldBe([0, 1]);
    }

    [Fact]
    public void Highest_rates_stand_beside_the_published_ones_and_say_where_they_are_no_limit()
    {
        var rows = Suite(Run(kept: 100), Name).Findings.Single(f => f.Caption.StartsWith("Highest rates", StringComparison.Ordinal)).Rows;
        rows[1].ShouldBe(["published", "Akka, one actor a show", "3 nodes, 2 CPUs each", "2,500", "3,500", "71.4%", "2.50 times", "–"]);
        rows[4].Take(3).ShouldBe(["sqlite", "optimistic", "1 node, 4 CPUs in all"]);
        rows[4][3].ShouldMatch(@"^100 \([0-9.]+ ms\)$");
        rows[4][5].ShouldBe("100%");
        var open = Drawn.Findings.Single(f => f.Caption.StartsWith("Highest rates", StringComparison.Ordinal)).Rows[4];
        open[3].ShouldStartWith("200 or more (");
        open[5].ShouldBe("–");
    }

    [Fact]
    public void What_several_nodes_bring_is_told_for_plain_rates_too()
    {
        var run = Run(kept: 100);
        var three = Run(kept: 200).Steps.Where(s => s.Reservations is { Order: "serial", Strategy: "single-writer" })
            .SelectMany(s => (StepRecord[])[s, s with { Rate = 4 * s.Rate, Throughput = 0, Number = s.Number + 50 }])
            .Select(s => s with
            {
                Number = s.Number + 100,
                Store = "sqlite (3 nodes) (single-writer, serial)",
                Details = Detail.Of(s.Reservations! with { Nodes = 3 })
            });
        var rows = Suite(run with { Steps = [.. run.Steps, .. three] }, Name).Findings
            .Single(f => f.Caption.StartsWith("Highest rates", StringComparison.Ordinal)).Rows;
        var own = rows.Single(r => r[2] == "3 nodes, 4 CPUs in all");
        own[3].ShouldBe("–");
        own[4].ShouldStartWith("200 (");
        own.Skip(5).ShouldBe(["–", "–", "2.00 times"]);
    }

    [Fact]
    public void A_search_is_drawn_by_the_rates_that_it_tried_and_its_orders_are_compared_by_what_they_found()
    {
        var run = Run(skews: [1]);
        var steps = run.Steps.Where(s => s.Rate.Equals(100.0)).Select(s =>
            s with { SloSearch = SyntheticReservations.Search(s.Reservations!.Order == "serial" ? 700 : 500) });
        var suite = Suite(run with { Steps = [.. steps] }, Name);
        suite.Charts.ShouldNotContain(c => c.Id == "reservation-open-p99");
        var chart = suite.Charts.Single(c => c.Id == "reservation-open-probes");
        chart.Kind.ShouldBe(ChartKind.Curve);
        chart.Views["0/0"].Series[0].Points.ShouldBe([[700, 12], [1400, 80]]);
        suite.Findings[0].Note.ShouldContain(
            "Here the effect appears with optimistic on sqlite: 500 requests a second within the bound against 700 in the serial order; single-writer on sqlite: 500");
        suite.Findings[1].Rows[4].ShouldBe(["sqlite", "optimistic", "1 node, 4 CPUs in all", "500 (12.0 ms)", "700 (12.0 ms)", "71.4%",
            "–", "–"]);
    }

    [Fact]
    public void Each_order_of_requests_is_a_load_of_its_own_in_rankings_and_in_every_chart()
    {
        Drawn.Rankings.Select(r => r.Order).ShouldBe(["serial", "concurrent", "hot skew 0.5", "hot skew 1.2"]);
        Drawn.Rankings.ShouldAllBe(r => r.Entries.Count == 2);
        string.Concat(Drawn.Rankings[1].Answer.Select(t => t.Text)).ShouldStartWith(
            "sqlite (single-writer, concurrent) was fastest at the highest sustained rate of 2 unknown stores: ");
        foreach (var chart in (string[])["throughput", "latency", "distribution", "resources", "timeline"])
        {
            Chart(chart).Selectors[^1].ShouldSatisfyAllConditions(s => s.Name.ShouldBe("Request order"), s => s.Options.Count.ShouldBe(4));
            Chart(chart).Views.Values.ShouldAllBe(v => v.Series.Count <= 2);
        }

        Chart("throughput").Views["1"].Series.Select(s => s.Name).ShouldBe(
            ["sqlite (optimistic, concurrent)", "sqlite (single-writer, concurrent)"]);
    }

    [Fact]
    public async Task Parameters_and_terms_are_told()
    {
        var run = Run();
        var workload = new WorkloadRecord
        {
            Question = "How long?",
            Report = ReportData.Of("reservation"),
            Parameters = [new("rates", "Rates (requests/s)", "100,200"), new("shows", "Shows", "2000"), new("skews", "Skews", "0.5,1.2")],
        };
        run = run with { Run = run.Run with { Workloads = new Dictionary<string, WorkloadRecord> { ["reservation"] = workload } } };
        Suite(run, Name).Tables[0].Rows.Select(r => string.Join(": ", r)).ShouldBe(
            ["Rates (requests/s): 100, 200", "Shows: 2,000", "Skews: 0.5, 1.2", "Via: http", "Order: one store after the other"]);
        (await HtmlReport.RenderAsync(ReportBuilder.Build([run]))).ShouldContain("<dt>Goodput and fairness</dt>");
    }

    [Fact]
    public void The_csv_has_the_tries_and_the_fairness_of_each_step()
    {
        var lines = CsvReport.Render([Run()]).Split('\n');
        var columns = lines[0].Split(',').ToList();
        var row = Regex.Replace(lines.First(l => l.Contains("optimistic, concurrent", StringComparison.Ordinal)), "\"[^\"]*\"",
            "quoted").Split(',');
        string Field(string name) => row[columns.IndexOf(name)];
        (Field("command_handling"), Field("request_order"), Field("skew"), Field("api_nodes"))
            .ShouldBe(("optimistic", "concurrent", "", "1"));
        (Field("tries_1"), Field("tries_5"), Field("gave_up"), Field("fairness"), Field("worst_show"))
            .ShouldBe(("900", "3", "5", "0.96", "s7"));
        CsvReport.Render([new SyntheticRun().Add("append", "sqlite", 1, null).Build()]).ShouldNotContain("command_handling");
    }

    private static ChartModel Chart(string id) => Drawn.Charts.Single(c => c.Id == $"reservation-open-{id}");

    // The concurrent order takes optimistic twice the time; single-writer does not mind.
    private static RunFolder Run(double[]? skews = null, double kept = 1_000)
    {
        var plan = new SyntheticRun { Trials = 1 };
        var records = new List<ReservationRecord>();
        foreach (var side in new[] { "optimistic", "single-writer" })
        {
            foreach (var (order, skew) in (IEnumerable<(string, double?)>)[
                ("serial", null), ("concurrent", null), .. (skews ?? [0.5, 1.2]).Select(s => ("hot", (double?)s))])
            {
                foreach (var rate in (double[])[100, 200])
                {
                    var name = FormattableString.Invariant($"sqlite ({side}, {order}{(skew is null ? "" : $" skew {skew}")})");
                    plan.Add("reservation", name, null, rate, throughput: rate <= kept ? rate : rate / 2,
                        latencyMicroseconds: side == "optimistic" && order == "concurrent" ? 2_000 : 1_000);
                    records.Add(SyntheticReservations.Record(side, order, skew));
                }
            }
        }

        var run = plan.Build();
        return run with { Steps = [.. run.Steps.Zip(records, (s, r) => s with { Details = Detail.Of(r) })] };
    }
}
