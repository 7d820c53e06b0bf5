namespace EventSourcingBench.Reporting.Tests;

public sealed class MicrobenchmarkTests
{
    private static readonly string[] Ordered = ["LoadStream", "LoadWithSnapshot", "ReadStream", "WriteStream", "Serialise", "Deserialise"];

    private static readonly MicrobenchmarkModel Model = Build(SyntheticBenchmarks.Complete());

    [Fact]
    public void Classes_come_in_the_order_of_the_page_and_unknown_ones_last()
    {
        Model.Groups.Select(g => g.Name).ShouldBe(Ordered);
        Build(Folder(SyntheticBenchmarks.Record("Compact", "Run", "sqlite", 10, 10),
            SyntheticBenchmarks.Record("Serialise", "Binary", null, null, 10)))
            .Groups.Select(g => (g.Name, g.Question.Length > 0)).ShouldBe([("Serialise", true), ("Compact", false)]);
    }

    [Fact]
    public void The_cost_of_an_event_and_the_fixed_cost_stand_in_the_table_and_in_the_answer()
    {
        var model = Build(Loads("sqlite", 60_000, 2_500), Loads("postgres", 450_000, 3_000));

        var row = Cells(model.Groups.Single().Findings.Single())[0];
        (row["Once (µs)"], row["For an event (µs)"], row["Within 15% of proportional"], row["Allocated for an event (KiB)"])
            .ShouldBe(("60.0", "2.50", "yes", "4.88"));
        model.Answers.Select(a => string.Concat(a.Select(t => t.Text))).ShouldBe(
        [
            "Loading a stream, an event of 50 strings costs sqlite · A 2.50 µs and 4.88 KiB allocated (and 60.0 µs once).",
            "Loading a stream, an event of 50 strings costs postgres · B 3.00 µs and 4.88 KiB allocated (and 450 µs once).",
        ]);
    }

    [Fact]
    public void With_two_counts_the_answer_is_what_most_events_take()
    {
        var model = Build(Folder(
            SyntheticBenchmarks.Record("LoadStream", "Load", "sqlite", 10, 50, 0, 1e5),
            SyntheticBenchmarks.Record("LoadStream", "Load", "sqlite", 100, 50, 0, 1e5)));

        model.Groups.Single().Findings.ShouldBeEmpty();
        string.Concat(model.Answers.Single().Select(t => t.Text)).ShouldBe(
            "Loading 100 events of 50 strings takes sqlite 10.0 ms and 489 KiB allocated.");
    }

    [Fact]
    public void Published_memory_is_set_against_ours()
    {
        var published = Model.Groups[0].Tables[0];

        published.Rows.Count.ShouldBe(30);
        var first = Cells(published)[0];
        first["Published (ms)"].ShouldBe("1.55");
        first["Published, allocated (KiB)"].ShouldBe("189");
        // 900 B and ten events of 1,160 B, of 188.55 KiB.
        first["sqlite, allocated over published"].ShouldBe("0.0647");
        Cells(published)[^1]["Published (ms)"].ShouldBe("805");
        published.Caption.ShouldContain("not comparable in absolute terms");
    }

    [Fact]
    public void The_published_corners_are_shown_when_others_were_measured()
    {
        var published = Build(Folder(SyntheticBenchmarks.Record("LoadStream", "Load", "sqlite", 7, 3))).Groups.Single().Tables[^1];
        published.Rows.Select(r => string.Join(' ', r)).ShouldBe(["10 10 1.55 189 – – –", "50,000 50 805 1,290,000 – – –"]);
    }

    [Fact]
    public void Lines_run_over_events_or_over_sizes_and_single_points_are_a_table()
    {
        Model.Groups.Select(g => string.Join(' ', g.Charts.Select(c => c.XName))).ShouldBe(
        [
            "Events in the stream Events in the stream Events in the stream", "Events in the stream", "Events in the stream",
                "Events in the stream",
            "Strings in an event", "",
        ]);
        Model.Groups[^1].Tables.Single().Rows.Select(r => (r[0], r[4]))
            .ShouldBe([("Source generation", "0.892 (0.875–0.919)"), ("Binary", "failed")], ignoreOrder: false);
    }

    [Fact]
    public void Methods_of_a_class_with_stores_are_a_choice_and_without_stores_they_are_lines()
    {
        var writing = Model.Groups.Single(g => g.Name == "WriteStream").Charts.Single();
        writing.Selectors.Single(s => s.Name == "Method").Options.ShouldBe(["Single", "in batches"]);
        writing.Views["0/1/0"].Series.Select(s => s.Name).ShouldBe(["postgres", "sqlite"]);

        Model.Groups.Single(g => g.Name == "Serialise").Charts.Single().Views["0/0/0"].Series.Select(s => s.Name)
            .ShouldBe(["Binary", "Reflection", "Source generation"]);
    }

    [Fact]
    public void Jobs_are_lines_of_their_own()
    {
        var model = Build(Folder([.. new[] { "Npgsql 9.0.3", "Npgsql 10.0.0" }.SelectMany(job =>
            new[] { 10L, 100 }.Select(n => SyntheticBenchmarks.Record("LoadStream", "Load", "postgres", n, 10, job: job)))]));

        model.Groups.Single().Charts[0].Views["0/0/0"].Series.Select(s => (s.Name, s.Dashed, s.Points.Count)).ShouldBe(
            [("postgres · Npgsql 9.0.3", false, 2), ("postgres · Npgsql 10.0.0", true, 2)], ignoreOrder: true);
    }

    [Fact]
    public void A_store_has_the_colour_of_the_load_suites_and_new_ones_come_after()
    {
        var model = ReportBuilder.Build([new SyntheticRun { Stores = ["memory", "sqlite"] }.Add("append", "memory", 1, null)
            .Add("append", "sqlite", 1, null).Build()], null, [SyntheticBenchmarks.Complete()]);

        model.Microbenchmarks!.Groups[0].Charts[0].Views["0/0/0"].Series.ToDictionary(s => s.Name, s => s.Color)
            .ShouldBe(new Dictionary<string, int> { ["memory"] = 0, ["sqlite"] = 1, ["postgres"] = 2 }, ignoreOrder: true);
    }

    [Fact]
    public void What_takes_from_the_numbers_is_said_the_most_serious_first()
    {
        var noisy = SyntheticBenchmarks.Record("ReadStream", "Read", "sqlite", 10, 10) with { Nanoseconds = [1, 2, 3, 4, 5, 6] };
        var failed = noisy with { Parameters = "failed", Nanoseconds = [] };
        var few = noisy with { Parameters = "few", Nanoseconds = [1, 9] };
        var folder = new BenchmarkFolder("/x", [SyntheticBenchmarks.Host with { Configuration = "DEBUG", DebuggerAttached = true },
            SyntheticBenchmarks.Host], [noisy, failed, few]);

        Build(folder).Runs.Single().Flags.Select(f => f.Title).ShouldBe(
            ["Not a release build", "A debugger was attached", "Several machines or runtimes", "Benchmarks without a result",
                "Few iterations", "Noisy benchmarks"]);
        Model.Runs.Single().Flags.Select(f => f.Title).ShouldBe(["Benchmarks without a result"]);
    }

    [Fact]
    public void The_command_asks_for_the_same_classes_stores_counts_and_sizes() =>
        Build(Folder(SyntheticBenchmarks.Record("LoadStream", "Load", "sqlite", 100, 50),
            SyntheticBenchmarks.Record("ReadStream", "Read", "sqlite", 10, 50)))
            .Runs.Single().Command.ShouldEndWith(" -- --filter '*LoadStream*' '*ReadStream*' --stores sqlite --counts 10,100 --sizes 50");

    [Fact]
    public void A_report_of_nothing_is_an_error() =>
        Should.Throw<ArgumentException>(() => ReportBuilder.Build([], null, []));

    private static BenchmarkFolder Loads(string store, double once, double each) =>
        Folder([.. SyntheticBenchmarks.Counts.Select(n => SyntheticBenchmarks.Record("LoadStream", "Load", store, n, 50, once, each))]);

    private static BenchmarkFolder Folder(params BenchmarkRecord[] records) => new("/results/x", [SyntheticBenchmarks.Host], records);

    private static MicrobenchmarkModel Build(params BenchmarkFolder[] folders) => ReportBuilder.Build([], null, folders).Microbenchmarks!;
}
