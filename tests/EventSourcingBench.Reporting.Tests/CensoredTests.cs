namespace EventSourcingBench.Reporting.Tests;

/// <summary>A store that answers soon and not always: 13 of 1,000 requests have no answer.</summary>
public sealed class CensoredTests
{
    private static readonly SuiteModel Suite = Build("append");

    [Fact]
    public void A_rank_by_response_times_puts_missing_answers_last_and_shows_their_share()
    {
        var ranking = Suite.Rankings.ShouldHaveSingleItem();

        ranking.Entries.Select(e => (e.Store, e.Measured.Median, e.Measured.IsLowerBound))
            .ShouldBe([("slow", 8_000.0, false), ("silent", 5_000.0, true)]);
        var columns = ranking.Table.Columns.Select(c => c.Header).ToList();
        ranking.Table.Rows.Select(r => (r[columns.IndexOf("Failed")], r[columns.IndexOf("Response p99 (ms)")]))
            .ShouldBe([("0%", "8,000"), ("1.30%", "≥ 5,000")]);
    }

    [Fact]
    public void The_answer_says_what_failed()
    {
        var ranking = Build("append", onlySilent: true).Rankings.Single();
        string.Concat(ranking.Answer.Select(a => a.Text)).ShouldEndWith("100 a second, p99 ≥ 5.00 s.");
        ranking.Caveats.ShouldBe(["1.30% of its requests failed there."]);
    }

    [Fact]
    public void Charts_mark_a_lower_bound_and_their_tables_show_it()
    {
        var latency = Suite.Charts.Single(c => c.Id == "append-open-latency");
        latency.Views["3/0"].Series.Select(s => s.Points.Single()!).ShouldBe([[5_000, 1], [8_000]]);
        latency.Views["0/0"].Series.ShouldAllBe(s => s.Points.Single()!.Count == 1);
        latency.Table.Rows.Single(r => r[0] == "silent" && r[2] == "Response time")[6].ShouldBe("≥ 5,000");
        latency.Table.Rows.Single(r => r[0] == "silent" && r[2] == "Service time of successes")[6].ShouldBe("100");
        var distribution = Suite.Charts.Single(c => c.Id == "append-open-distribution");
        distribution.Views["0/0"].Series[0].Points[^1].ShouldBe([1_000, 5_000, 1]);
        distribution.Table.Rows.Single(r => r[0] == "silent" && r[2] == "Response time").Skip(3).Take(3)
            .ShouldBe(["1,000", "≥ 164", "100"]);
    }

    [Fact]
    public void The_closed_model_is_shown_by_all_requests_too()
    {
        var suite = Build("append", copies: 4);
        var row = suite.Rankings.Single().Table.Rows.Single(r => r[1] == "silent");
        row.ShouldContain("1.30%");
        row.ShouldContain("≥ 5,000");
        suite.Charts.Single(c => c.Id == "append-latency").Table.Rows.Single(r => r[0] == "silent")[6].ShouldBe("≥ 5,000");
    }

    [Fact]
    public void Csv_has_the_percentile_of_all_requests_and_how_many_are_censored()
    {
        var lines = CsvReport.Render([Run(copies: null, onlySilent: true)]).Split('\n');
        var column = lines[0].Split(',').ToList();
        string[] Values(string line) => [.. new[] { "all_response_count", "censored_count", "all_response_p99_ms" }
            .Select(c => line.Split(',')[column.IndexOf(c)])];

        Values(lines[1]).ShouldBe(["1000", "13", "5000"]);
        Values(lines[2]).ShouldBe(Values(lines[1]));
    }

    [Fact]
    public void A_comparison_says_on_which_side_of_its_ratio_the_truth_is()
    {
        var (silent, answered) = (Run(copies: null, onlySilent: true), Run(copies: null, onlySilent: true, missing: 0));
        Ratio(answered, silent).ShouldBe(["100", "≥ 5,000", "≥ 50.0"]);
        Ratio(silent, answered).ShouldBe(["≥ 5,000", "100", "≤ 0.0200"]);
        Ratio(silent, silent).ShouldBe(["≥ 5,000", "≥ 5,000", "–"]);

        static IEnumerable<string> Ratio(RunFolder a, RunFolder b) => ReportBuilder.Build([a, b]).Comparisons.Single().Rows.Single().Skip(6)
            .Take(3);
    }

    [Theory]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, false, true }, 20, false)]
    [InlineData(new[] { 10.0, 20, 30 }, new bool[] { false, true, true }, 20, true)]
    [InlineData(new[] { 10.0, 20, 3 }, new bool[] { false, false, true }, 10, true)]
    [InlineData(new[] { 10.0, 20 }, new bool[] { false, true }, 15, true)]
    public void A_median_is_a_lower_bound_where_endless_values_would_raise_it(
        double[] values, bool[] areBounds, double median, bool isLowerBound) =>
        Estimates.Of([.. values.Zip(areBounds, (v, b) => new ResponseTime(TimeSpan.FromMilliseconds(v), b))], seed: 1)
            .ShouldBe(new Estimate(median, null, null) { IsLowerBound = isLowerBound });

    private static SuiteModel Build(string name, int? copies = null, bool onlySilent = false) =>
        ReportBuilder.Build([Run(copies, onlySilent)]).Suites.Single(s => s.Name == name);

    private static RunFolder Run(int? copies, bool onlySilent, int missing = 13)
    {
        var rate = copies is null ? 100.0 : (double?)null;
        var run = new SyntheticRun { Stores = ["silent", "slow"] }.Add("append", "silent", copies, rate, throughput: 100);
        run = onlySilent ? run : run.Add("append", "slow", copies, rate, throughput: 100);
        var folder = run.Build();
        return folder with
        {
            Steps =
            [
                .. folder.Steps.Select(s => s with
                {
                    Operations = s.Store == "slow" || missing == 0
                        ? [Operation(Outcome.Success, s.Store == "slow" ? 8_000 : 100, 1_000)]
                        : [Operation(Outcome.Success, 100, 1_000 - missing), Operation(Outcome.Timeout, 5_000, missing)],
                }),
            ],
        };
    }

    private static OperationRecord Operation(Outcome outcome, double milliseconds, int count)
    {
        var times = new LatencyHistogram();
        for (var i = 0; i < count; i++)
        {
            times.Record(TimeSpan.FromMilliseconds(milliseconds));
        }

        return new OperationRecord("append", outcome, times.ToRecord(), times.ToRecord());
    }
}
