namespace EventSourcingBench.Reporting.Tests;

/// <summary>The suite growth: measures over events, fitted, extrapolated, and said to be extrapolated.</summary>
public sealed class GrowthTests
{
    private static readonly SuiteModel Complete = Suite(SyntheticGrowth.Complete());

    [Fact]
    public void Every_measure_has_a_chart_over_the_events()
    {
        Complete.Charts.Select(c => (c.Id, Measures: string.Join("; ", c.Selectors[0].Options))).ShouldBe(
        [
            ("growth-append", "Append, median; Append, p99"), ("growth-read", "Read of 10 events; Read of 1,000 events"),
                ("growth-rate", "Filling; Catching up"),
            ("growth-delay", "Projection delay, median"), ("growth-disk", "Size of an event; Write amplification"),
            ("growth-footprint", "Memory of the client; Memory of the server"), ("growth-open", "Opening"),
        ]);
        Complete.Charts.ShouldAllBe(c => c.Kind == ChartKind.Curve && c.Table.Rows.Count == 40
            && c.Table.Rows.All(r => r.Count == c.Table.Columns.Count));
        Chart("footprint").Views["1/0"].Series.Select(s => s.Name).ShouldBe(["postgres"]);
    }

    [Fact]
    public void What_went_on_beside_the_samples_is_told()
    {
        Complete.Findings.ShouldNotContain(t => t.Caption.StartsWith("The background load", StringComparison.Ordinal));
        var run = SyntheticGrowth.Complete();
        var step = run.Steps[0];
        var growth = step.Growth!;
        var histogram = new LatencyHistogram();
        histogram.Record(TimeSpan.FromMilliseconds(2));
        var success = new OperationRecord("background append", Outcome.Success, histogram.ToRecord(), histogram.ToRecord());
        var loaded = run with
        {
            Steps = [step with
            {
                Details = Detail.Of(growth with { Background = 200, Samples = [.. growth.Samples
                    .Select((s, i) => s with { BackgroundRate = i == 0 ? 150 : 199 })] }),
                Operations = [success, success with { Outcome = Outcome.Error }],
            }],
        };

        var suite = Suite(loaded);

        var row = Cells(suite.Findings.Single(t => t.Caption.StartsWith("The background load", StringComparison.Ordinal))).Single();
        (row["Store"], row["Asked for (appends/s)"], row["Acknowledged (/s), median"], row["Least"], row["Appends"], row["Failed"])
            .ShouldBe(("filelog", "200", "199", "150", "1", "1"));
        suite.Tables.Single(t => t.Caption == "Parameters").Rows[0].ShouldBe(["Sample every (events)", "250,000"]);
    }

    [Fact]
    public void Write_amplification_is_growth_over_growth()
    {
        var run = SyntheticGrowth.Complete();
        var record = run.Steps[0].Growth!;
        var (a, b) = (record.Samples[4], record.Samples[5]);
        var line = SampleLine.Of(Complete.Cells.Single(c => c.Store == "filelog"), Measure("amplification"))!;
        line.At(b.Events)!.Value.Median.ShouldBe((double)(b.WrittenBytes!.Value - a.WrittenBytes!.Value) / (250_000 * 120), 1e-9);
        line.At(record.Samples[0].Events)!.Value.Median.ShouldBe((double)record.Samples[0].WrittenBytes!.Value / (250_000 * 120), 1e-9);
    }

    [Fact]
    public void Curves_are_chosen_and_extrapolated_with_their_interval()
    {
        var rows = Cells(Chart("append").Fits!);
        var sqlite = rows.First(r => r["Store"] == "sqlite");
        (sqlite["Curve"], sqlite["AICc weight"]).ShouldBe(("power", ">99.9%"));
        rows.First(r => r["Store"] == "filelog")["Curve"].ShouldBe("constant");
        // 0.15 ms at a hundred thousand, and events to the power of 0.22.
        var expected = 0.15 * Math.Pow(1e4, 0.22);
        var prediction = SampleLine.Of(Complete.Cells.Single(c => c.Store == "sqlite"), Measure("append"))!.Predictions.Last();
        expected.ShouldBeInRange(prediction.Low, prediction.High);
        sqlite["At a billion (95% PI)"].ShouldBe(
            $"{Format.Number(prediction.Value)} ({Format.Number(prediction.Low)}–{Format.Number(prediction.High)})");
    }

    [Fact]
    public void What_nobody_measured_is_said_in_plain_words_and_drawn_apart()
    {
        var chart = Chart("append");
        chart.Fits!.Note.ShouldStartWith("Extrapolations, not measurements: ");
        chart.Selectors[1].Options.ShouldBe(["as measured", "to a billion events, extrapolated"]);
        chart.Views["0/0"].Series.ShouldAllBe(s => s.Predictions == null && s.Fit![s.Fit.Count - 1][0] <= 1.01e7);
        chart.Views["0/1"].Series.ShouldAllBe(s => s.Predictions!.Count == 2 && s.Predictions[1][0] == 1e9);
    }

    [Fact]
    public void A_rate_is_fitted_by_the_time_that_a_million_events_take()
    {
        var row = Cells(Chart("rate").Fits!).First(r => r["Store"] == "sqlite");
        (row["Measure"], row["Curve"]).ShouldBe(("Filling (s per million)", "linear"));
        var drawn = Chart("rate").Views["0/1"].Series.Single(s => s.Name == "sqlite").Predictions![0];
        drawn.ShouldAllBe(v => v > 0);
        drawn[2]!.Value.ShouldBeLessThan(drawn[1]!.Value);
        drawn[3]!.Value.ShouldBeGreaterThan(drawn[1]!.Value);
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, "no fit: 1 sample, fewer than 6 tell no curve from another")]
    [InlineData(5, "no fit: 5 samples, fewer than 6 tell no curve from another")]
    [InlineData(6, "linear")]
    public void With_too_few_samples_there_is_no_curve_and_the_reason(int samples, string? expected)
    {
        var suite = Suite(new SyntheticGrowth().Add("sqlite", x => 0.1 + (x / 1e6), null, samples).Build());
        if (expected is null)
        {
            suite.Charts.ShouldBeEmpty();
            suite.Findings.ShouldBeEmpty();
            suite.Unranked.Single().Reason.ShouldBe("not ranked: no sample was taken");
            return;
        }

        var chart = suite.Charts.Single(c => c.Id == "growth-append");
        Cells(chart.Fits!)[0]["Curve"].ShouldBe(expected);
        chart.Selectors[1].Options.Count.ShouldBe(samples < 6 ? 1 : 2);
    }

    [Fact]
    public void A_store_that_has_grown_so_far_needs_no_extrapolation()
    {
        var suite = Suite(new SyntheticGrowth { Every = 10_000_000, Samples = 12 }.Add("sqlite", x => 0.1 + (x / 1e8), null).Build());
        var chart = suite.Charts.Single(c => c.Id == "growth-append");
        Cells(chart.Fits!)[0]["At 100 million (95% PI)"].ShouldBe("measured");
        chart.Views["0/1"].Series.Single().Predictions!.Count.ShouldBe(1);
    }

    [Fact]
    public void A_curve_that_falls_below_nothing_is_said_to()
    {
        var suite = Suite(new SyntheticGrowth().Add("sqlite", x => 10 - (x / 2e6), null).Build());
        var chart = suite.Charts.Single(c => c.Id == "growth-append");
        Cells(chart.Fits!)[0]["At a billion (95% PI)"].ShouldBe("none: below 0");
        chart.Views["0/1"].Series.Single().Predictions.ShouldBeNull();
    }

    [Fact]
    public void Stores_are_ranked_by_an_append_when_full_where_the_most_stores_are()
    {
        var ranking = Complete.Rankings.Single();
        ranking.Entries.Select(e => e.Store).ShouldBe(["sqlite", "filelog", "postgres"]);
        ranking.Rule.ShouldContain(" with 10,000,000 events in the store");
        string.Concat(ranking.Answer.Select(a => a.Text)).ShouldBe(
            "sqlite appended fastest of 3 fsync stores: 411 µs at the median with 10,000,000 events in the store.");

        var shorter = Suite(new SyntheticGrowth().Add("filelog", _ => 1, null).Add("sqlite", _ => 2, null)
            .Add("postgres", _ => 3, null, samples: 3, SyntheticRun.NotVerified, interrupted: true).Build());
        shorter.Rankings.Single().Entries.Select(e => e.Store).ShouldBe(["filelog", "sqlite"]);
        shorter.Unranked.Single().Store.ShouldBe("postgres");

        var behind = Suite(new SyntheticGrowth().Add("filelog", _ => 1, null, samples: 4).Add("sqlite", _ => 2, null).Build());
        behind.Rankings.Single().Rule.ShouldContain(" with 1,000,000 events in the store");
    }

    [Fact]
    public void A_few_events_that_failed_do_not_take_a_store_out_of_the_ranking()
    {
        var run = new SyntheticGrowth().Add("filelog", _ => 1, null).Add("sqlite", _ => 2, null).Build();
        var sqlite = run.Steps[1] with
        {
            Details = Detail.Of(run.Steps[
            1].Growth! with
            { Samples = [.. run.Steps[1].Growth!.Samples.Select(s => s with { Events = s.Events - 3 })] })
        };
        Suite(run with { Steps = [run.Steps[0], sqlite] }).Rankings.Single().Entries.Select(e => e.Store).ShouldBe(["filelog", "sqlite"]);
    }

    [Fact]
    public void Rebuild_and_restart_stand_in_a_table()
    {
        var rows = Cells(Complete.Findings.Single());
        rows.Select(r => (r["Store"], r["Rebuild of the projection (s)"], r["Events/s of it"], r["Restart (s)"])).ShouldBe(
            [("filelog", "–", "–", "2.20"), ("postgres", "84.0", "119,000", "4.40"), ("sqlite", "–", "–", "6.60")]);
    }

    [Fact]
    public void Trials_are_one_line_with_an_interval()
    {
        var run = new SyntheticGrowth().Add("sqlite", _ => 1, null).Add("sqlite", _ => 1.2, null).Add("sqlite", _ => 1.4, null).Build();
        run = run with { Steps = [.. run.Steps.Select((s, i) => s with { Trial = i + 1 })] };
        var point = Suite(run).Charts.Single(c => c.Id == "growth-append").Views["0/0"].Series.Single().Points[0]!;
        point.Count.ShouldBe(4);
        point[1].ShouldBe(1.2, 0.05);
    }

    private static SampleMeasure Measure(string name) =>
        SampleMeasure.Named(new SuiteDefinition("growth", ReportData.Of("growth")!), name, "growth.samples.events");

    private static ChartModel Chart(string id) => Complete.Charts.Single(c => c.Id == "growth-" + id);
}
