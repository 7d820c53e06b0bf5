namespace EventSourcingBench.Reporting.Tests;

/// <summary>The suite ingest: who took in most, by count, buffer and nodes, and what a node's death did.</summary>
public sealed class IngestTests
{
    private const long Million = 1_000_000;
    private const long Mebibyte = 1L << 20;

    private static readonly SuiteModel Complete = Suite(SyntheticIngest.Complete());

    [Fact]
    public void Each_tier_is_ranked_at_the_greatest_count_with_the_best_buffer()
    {
        Complete.Rankings.Select(r => (r.Tier, Stores: string.Join(' ', r.Entries.Select(e => e.Store)))).ShouldBe(
            [("replicated", "postgres-replicated (3 nodes)"), ("fsync", "filelog sqlite postgres postgres-replicated (1 node)")]);
        Complete.Rankings.ShouldAllBe(r => r.Measure == "events a second" && r.Entries.All(e => Count(e.Cell) == Million));
        var best = Complete.Rankings[1].Entries[0];
        best.Measured.Median.ShouldBe(Complete.Cells.Where(c => c.Store == "filelog" && Count(c) == Million).Max(c => c.Throughput.Median));
        AnswerOf(Complete.Rankings[1]).ShouldBe(
            "filelog appended fastest of 4 fsync stores: 2,320,000 events a second with 1,000,000 events, buffer 1 MiB blocking.");
    }

    [Fact]
    public void One_node_alone_is_not_ranked_among_the_replicated()
    {
        var run = new SyntheticIngest().Add("postgres-replicated (1 node)", "blocking", Mebibyte, Million).Build();
        var alone = Suite(run with
        {
            Run = run.Run with
            {
                Stores = [.. run.Run.Stores.Select(
            s => s with { Durability = "replicated" })]
            }
        });
        alone.Rankings.ShouldBeEmpty();
        alone.Unranked.Single().Reason.ShouldBe("not ranked: one node alone replicates nothing; give it several (--nodes 3)");
    }

    [Fact]
    public void A_step_whose_verdict_failed_is_not_ranked()
    {
        var suite = Suite(new SyntheticIngest()
            .Add("filelog", "blocking", Mebibyte, Million, SyntheticRun.Lost)
            .Add("sqlite", "blocking", Mebibyte, Million)
            .Build());

        suite.Rankings.Single().Entries.Single().Store.ShouldBe("sqlite");
        suite.Unranked.Single().ShouldSatisfyAllConditions(u => u.Store.ShouldBe("filelog"), u => u.Verdict.ShouldBe(VerdictState.Failed),
            u => u.Where.ShouldStartWith("1,000,000 events, 1 MiB blocking, trial 1"));
        suite.Findings.Single().Rows[0][2].ShouldStartWith("sqlite (fsync) ");
    }

    [Fact]
    public void A_store_that_never_got_to_the_greatest_count_is_named()
    {
        var suite = Suite(new SyntheticIngest().Add("filelog", "blocking", Mebibyte, 100)
            .Add("sqlite", "blocking", Mebibyte, Million).Build());
        suite.Rankings.Single().Entries.Single().Store.ShouldBe("sqlite");
        suite.Unranked.Single().Reason.ShouldBe("not ranked: no verified trial with 1,000,000 events, where the others are compared");
    }

    [Fact]
    public void The_median_is_of_warm_trials_and_the_cold_one_is_told_apart()
    {
        var step = new SyntheticIngest().Add("filelog", "blocking", Mebibyte, Million).Build();
        var trials = step.Steps[0].Ingest!.Trials;
        var warm = trials.Skip(1).Select(t => t.EventsPerSecond).Order().ToList();

        var suite = Suite(step);

        suite.Cells.Single().Throughput.Median.ShouldBe((warm[1] + warm[2]) / 2, 1e-6);
        var row = Cells(Chart(suite, "count").Table).Single();
        row["Cold"].ShouldBe(Format.Number(trials[0].EventsPerSecond));
        row["Trials"].ShouldBe("5");
        Chart(suite, "count").Selectors[0].Options.ShouldBe(["Median", "Maximum", "Cold trial"]);
        Chart(suite, "boxes").Views["0/0"].Series.Single().Points.Single()!.ShouldBe(
            [.. new[] { warm[0], warm[0] + (0.75 * (warm[1] - warm[0])), (warm[1] + warm[2]) / 2, warm[2] + (0.25 * (warm[3] - warm[2])),
                warm[3] }.Select(ChartPoint.Number)]);
    }

    [Fact]
    public void One_cold_trial_is_all_there_is_and_is_said_to_be()
    {
        var suite = Suite(new SyntheticIngest().Add("filelog", "blocking", Mebibyte, Million, trials: 1).Build());
        Cells(suite.Rankings.Single().Table).Single()["Remarks"].ShouldBe("cold trials only");
        Cells(Chart(suite, "count").Table).Single()["Events/s"].ShouldEndWith(" (cold)");
    }

    [Fact]
    public void What_a_full_buffer_refused_and_what_failed_is_shown()
    {
        var suite = Suite(new SyntheticIngest().Add("filelog", "non-blocking", Mebibyte, Million, overflowed: 250_000, failed: 10).Build());
        var row = Cells(Chart(suite, "count").Table).Single();
        row["Overflowed"].ShouldBe("1,250,000 (25.0%)");
        row["Failed"].ShouldBe("50 (0.00100%)");
        Cells(suite.Rankings.Single().Table).Single()["Remarks"].ShouldBe(
            "1,250,000 events refused by the full buffer; 50 events failed or of unknown outcome");
    }

    [Fact]
    public void A_nodes_death_is_marked_and_its_trial_is_in_no_median()
    {
        var chart = Chart(Complete, "death");
        chart.Kind.ShouldBe(ChartKind.Timeline);
        var view = chart.Views["0"];
        view.Marks!.Single().ShouldBe(new ChartMark(10, "a node killed: 2.4 s without an acknowledgement"));
        view.Series.Single().Points.Count.ShouldBe(26);
        view.Series.Single().Points[10].ShouldBe([0.0]);
        Cells(chart.Table)[0].ShouldSatisfyAllConditions(row => row["Pause (s)"].ShouldBe("2.40"), row => row["Lost"].ShouldBe("0"));
        Cells(Chart(Complete, "boxes").Table).Where(r => r["Nodes"] == "3" && r["Buffer"] == "1 MiB blocking")
            .Select(r => (r["Events"], r["Trials"]))
            .ShouldBe([("1", "4"), ("100", "4"), ("10,000", "4"), ("1,000,000", "3")]);
    }

    [Fact]
    public void The_charts_are_those_of_the_publication()
    {
        Complete.Charts.Select(c => (c.Id, c.Kind)).ShouldBe(
        [
            ("ingest-count", ChartKind.Category), ("ingest-buffer", ChartKind.Category), ("ingest-million", ChartKind.Category),
                ("ingest-nodes", ChartKind.Category),
            ("ingest-boxes", ChartKind.Box), ("ingest-heat", ChartKind.Heatmap), ("ingest-clusters", ChartKind.Box),
                ("ingest-death", ChartKind.Timeline),
        ]);
        Chart(Complete, "clusters").Categories.ShouldBe(["embedded", "server, 1 node", "replicated, 3 nodes"]);
        Chart(Complete, "heat").ShouldSatisfyAllConditions(c => c.Rows.ShouldBe(["1 KiB", "64 KiB", "1 MiB"]), c => c.RowName
            .ShouldBe("Buffer size"), c => c.Views["0/0/0"].Series[0].Points.Count.ShouldBe(12));
        Complete.Charts.ShouldAllBe(c => c.Table.Rows.Count > 0 && c.Table.Rows.All(r => r.Count == c.Table.Columns.Count));
    }

    [Fact]
    public void Numbers_of_nodes_are_one_line_of_their_store()
    {
        var series = Chart(Complete, "nodes").Views["3/0"].Series;
        series.Select(s => (s.Name, Points: s.Points.Count(p => p is not null)))
            .ShouldBe([("filelog", 1), ("postgres", 1), ("postgres-replicated", 2), ("sqlite", 1)]);
        series.ShouldAllBe(s => s.Color >= 0);
        series[2].Points[1]![0].ShouldBeLessThan(series[2].Points[0]![0]);
        Cells(Chart(Complete, "nodes").Table).Where(r => r["Store"] == "postgres-replicated")
            .ShouldAllBe(r => r["1"] != Format.None && r["3"] != Format.None);
        Chart(Complete, "clusters").Views["3/0"].Series.Select(s => s.Name).ShouldContain("postgres-replicated");
    }

    [Fact]
    public void Published_figures_stand_beside_and_are_said_not_to_compare()
    {
        var published = Complete.Findings.Single();
        published.Note.ShouldContain("not comparable in absolute terms");
        published.Rows.Select(r => r[1]).ShouldBe(["about 2,000,000 (a million events in about 440 ms)", "61,031 (median)",
            "33,333 (median)"]);
        published.Rows[2][2].ShouldStartWith("postgres-replicated (3 nodes) (replicated) ");
    }

    [Fact]
    public void Two_ingests_stand_side_by_side()
    {
        var (slow, fast) = (new SyntheticIngest().Add("sqlite", "blocking", Mebibyte, Million).Build(), new SyntheticIngest()
            .Add("sqlite", "blocking", Mebibyte, Million, speed: 2).Build());
        var model = ReportBuilder.Build([slow, fast]);
        var row = Cells(model.Comparisons.Single())[0];
        (row["Store"], row["Load"]).ShouldBe(("sqlite", "1,000,000 events, 1 MiB blocking"));
        model.Comparisons.Single().Rows[0][5].ShouldStartWith("2.00 (");
        Chart(model.Suites.Single(), "count").Views["0/0/0"].Series.Select(s => (s.Name, s.Dashed))
            .ShouldBe([("sqlite · A", false), ("sqlite · B", true)]);
    }

    [Fact]
    public void An_interrupted_step_without_a_trial_breaks_nothing()
    {
        var suite = Suite(new SyntheticIngest().Add("filelog", "blocking", Mebibyte, Million, SyntheticRun.NotVerified, interrupted: true,
            trials: 0).Add("sqlite", "blocking", Mebibyte, Million, interrupted: true, trials: 2).Build());
        suite.Unranked.Single().Store.ShouldBe("filelog");
        Cells(suite.Rankings.Single().Table).Single()["Remarks"].ShouldBe("interrupted");
        var row = Cells(Chart(suite, "count").Table)[0];
        (row["Events/s"], row["Maximum"], row["Verdict"]).ShouldBe(("–", "–", "not verified"));
    }

    [Fact]
    public void Over_HTTP_is_a_place_of_its_own_and_stands_apart_from_the_published_embedded_figure()
    {
        var local = new SyntheticIngest().Add("sqlite", "blocking", Mebibyte, Million).Build();
        var remote = local with { Steps = [local.Steps[0] with { Details = Detail.Of(local.Steps[0].Ingest! with { Remote = true }) }] };
        var suite = ReportBuilder.Build([local, remote]).Suites.Single();

        Chart(suite, "clusters").Categories.ShouldBe(["embedded", "remote (embedded)"]);
        suite.Cells.Select(c => c.Load.Label).ShouldBe(["1,000,000 events, 1 MiB blocking", "1,000,000 events, 1 MiB blocking, over HTTP"]);
        suite.Findings.Single().Rows[0][2].ShouldNotContain("HTTP");
    }

    [Fact]
    public void A_large_ingest_is_summed_up_in_Markdown_and_a_small_one_is_not()
    {
        var run = SyntheticIngest.Complete();
        Complete.Cells.Count.ShouldBe(120);
        var summary = Complete.Summary.ShouldNotBeNull();
        summary.Rows.Count.ShouldBe(5 * 4);
        var row = summary.Rows.Single(r => r[0] == "filelog" && r[2] == "1,000,000");
        (row[3], row[7], row[9], row[12]).ShouldBe(("1 MiB blocking", "1 KiB non-blocking", "30", "6 passed"));
        var text = MarkdownReport.Render(ReportBuilder.Build([run]));
        text.Split('\n').Length.ShouldBeLessThan(160);
        text.ShouldContain("120 steps summed up");
        text.ShouldContain("ingest.csv");
        text.ShouldNotContain("Seconds for a million events");

        var small = new SyntheticIngest().Add("sqlite", "blocking", Mebibyte, Million).Build();
        Suite(small).Summary.ShouldBeNull();
        MarkdownReport.Render(ReportBuilder.Build([small])).ShouldContain("Seconds for a million events");
    }

    [Fact]
    public void A_run_that_ended_before_its_first_step_draws_nothing() => Suite(new SyntheticIngest().Build()).Charts.ShouldBeEmpty();

    private static ChartModel Chart(SuiteModel suite, string id) => suite.Charts.Single(c => c.Id == "ingest-" + id);

    private static long Count(Cell cell) => cell.Trials[0].Ingest!.Count;
}
