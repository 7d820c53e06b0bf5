using EventSourcingBench.Reporting.Comparing;

namespace EventSourcingBench.Reporting.Tests;

public sealed class RunComparisonTests
{
    private static readonly PublishedRun Run = Publication.Of(new SyntheticRun { Stores = ["sqlite"] }.Complete());

    /// <summary>What is changed, what it is called, and whether a ratio still says something.</summary>
    public static TheoryData<Func<PublishedRun, PublishedRun>, FactKind[], bool> Changes => new()
    {
        { r => r with { Id = "again", StartedAt = r.EndedAt, Seed = r.Seed + 1 }, [], true },
        {
            r => r with { GitCommit = "1f2e3d", ToolVersion = "9.9", Engine = r.Engine.Replace(r.ToolVersion, "9.9") },
            [FactKind.Product], true
        },
        { r => r with { Machine = r.Machine with { Runtime = ".NET 11" } }, [FactKind.Platform], true },
        { r => WithStore(r, s => s with { ServerVersion = "99" }), [FactKind.StoreVersion], true },
        { r => WithStore(r, s => s with { Options = Of("fast", "yes") }), [FactKind.StoreSettings], true },
        { r => WithStore(r, s => s with { Settings = Of("fsync", "off") }), [FactKind.StoreSettings], true },
        { r => WithDuration(r, "99s"), [FactKind.Workload], true },
        { r => r with { DataSource = "EURUSD.csv" }, [FactKind.Data], true },
        { r => r with { Engine = "other 1" }, [FactKind.Engine], true },
        { r => r with { Command = r.Command + " --generators 2" }, [FactKind.Engine], true },
        { r => r with { Via = "direct" }, [FactKind.Via], true },
        { r => r with { Machine = r.Machine with { Cores = 99 } }, [FactKind.Machine], false },
        { r => WithDuration(r with { Via = "direct" }, "99s"), [FactKind.Workload, FactKind.Via], false },
        {
            r => WithStore(r with { GitCommit = "1f2e3d" }, s => s with { ServerVersion = "99" }),
            [FactKind.Product, FactKind.StoreVersion], false
        },
    };

    [Theory]
    [MemberData(nameof(Changes), DisableDiscoveryEnumeration = true)]
    public void What_differs_is_named_and_more_than_one_kind_or_another_machine_is_refused(
        Func<PublishedRun, PublishedRun> change, FactKind[] kinds, bool isComparable)
    {
        var comparison = Compare(Run, change(Run));
        comparison.Kinds.ShouldBe(kinds);
        comparison.IsComparable.ShouldBe(isComparable);
        comparison.Advice().Any().ShouldBe(!isComparable);
        kinds.Where(_ => kinds.Length > 1).ShouldAllBe(k => comparison.Advice().Any(a => a.Contains(RunFact.Word(k))));
    }

    [Fact]
    public void Stores_and_loads_of_one_run_are_named_and_what_both_have_is_compared()
    {
        var part = Publication.Of(new SyntheticRun { Stores = ["sqlite"] }.Add("append", "sqlite", 4).Build());
        var comparison = Compare(Run, part);
        comparison.IsComparable.ShouldBeTrue();
        comparison.Values.Select(v => (v.A.Suite, v.A.Store, v.A.Load)).Distinct().ShouldBe([("append", "sqlite", "4 copies")]);
        comparison.OnlyA.ShouldContain("append, postgres, 500/s");
        comparison.OnlyB.ShouldBeEmpty();
    }

    [Fact]
    public void A_percentile_of_all_trials_together_is_called_so()
    {
        const string p99 = "Response p99";
        var pooled = Run with
        {
            Suites = [.. Run.Suites.Select(s => s with
            {
                Cells = [.. s.Cells.Select(c => c with
                {
                    Values = [.. c.Values.Select(v => v.Name == p99 ? v with { Trials = [v.Trials[0]], Low = null, High = null } : v)],
                })],
            })],
        };
        Compare(pooled, pooled).Values.Where(v => v.A.Metric == p99 && v.A.Problem is null).Select(v => v.Answer).Distinct()
            .ShouldBe(["not decided: one p99 of all trials"]);
    }

    [Fact]
    public void Slower_is_less_throughput_and_more_time_and_a_verdict_that_was_lost_counts_too()
    {
        var slower = Compare(Run, Publication.Of(new SyntheticRun { Stores = ["sqlite"], Speed = 0.5 }.Complete()));
        slower.IsWorse.ShouldBeTrue();
        var passed = slower.Values.Where(v => v.A.Problem is null && v.A.Load != "500/s").ToList();
        passed.Where(v => !v.A.IsLowerBound && !v.B.IsLowerBound).Select(v => v.Difference!.Decision).Distinct().ShouldBe([Decision.Less]);
        passed.First(v => v.A.Metric == "Response p50").Ratio!.Value.Median.ShouldBe(2, 0.05);
        passed.First(v => v.A.Metric == "Throughput").Answer.ShouldContain("B is slower than A by ");

        Compare(Run, Run).IsWorse.ShouldBeFalse();
        var lost = Run with
        {
            Suites = [.. Run.Suites.Select(s => s with { Cells = [.. s.Cells.Select(c => c with { Verdict = SyntheticRun.Lost })] })],
        };
        Compare(Run, lost).IsWorse.ShouldBeTrue();
        Compare(lost, lost).IsWorse.ShouldBeFalse();
    }

    [Fact]
    public void Jobs_of_versions_that_measure_otherwise_differ_in_the_workload()
    {
        RunComparison.Of(Measured("10"), Measured("15"), Difference.DefaultMargin).Facts
            .ShouldBe([new DifferingFact(FactKind.Workload, "job's IterationCount", "10", "15")]);

        static ComparableRun Measured(string iterations) => ComparableRun.Of(SyntheticBenchmarks.Folder(
            [.. new[] { "Npgsql 9", "Npgsql 10" }.Select(v => SyntheticBenchmarks.Record("LoadStream", "Load", "postgres", 10, 10, job: v)
                with { JobSettings = [("IterationCount", iterations), ("NuGetReferences", v)] })]));
    }

    [Fact]
    public void A_report_of_two_runs_names_what_differs_and_answers_only_where_they_are_comparable()
    {
        var (a, b) = (new SyntheticRun().Complete(), new SyntheticRun { Speed = 2 }.Complete());
        Tables(b).ShouldAllBe(t => t.Note.Length == 0);
        var slower = b.With(r => r with { Via = "direct" });
        Tables(slower).ShouldAllBe(t => t.Note == "What differs, A → B: via: http → direct.");
        Tables(slower).SelectMany(Answers).ShouldContain(answer => answer.Contains("B is"));
        var other = slower with { Environment = slower.Environment with { Cores = 99 } };
        Tables(other).ShouldAllBe(t => t.Note.EndsWith("Not compared: the machines differ."));
        Tables(other).SelectMany(Answers).Distinct().ShouldBe([Format.None]);
        MarkdownReport.Render(ReportBuilder.Build([a, other])).ShouldContain("Not compared: the machines differ.");

        IReadOnlyList<TableModel> Tables(RunFolder second) => ReportBuilder.Build([a, second]).Comparisons;

        static IEnumerable<string> Answers(TableModel table) => table.Rows.Select(r => r[2]);
    }

    private static RunComparison Compare(PublishedRun a, PublishedRun b) =>
        RunComparison.Of(ComparableRun.Of(a), ComparableRun.Of(b), Difference.DefaultMargin);

    private static PublishedRun WithStore(PublishedRun run, Func<StoreRecord, StoreRecord> change) =>
        run with { Stores = [.. run.Stores.Select(s => s.Name == "sqlite" ? change(s) : s)] };

    private static PublishedRun WithDuration(PublishedRun run, string duration)
    {
        ParameterRecord[] parameters = [new("duration", "Duration", duration), new("trials", "Trials", "99")];
        return run with { Suites = [.. run.Suites.Select(s => s with { Parameters = parameters })] };
    }

    private static Dictionary<string, string> Of(string key, string value) => new(StringComparer.Ordinal) { [key] = value };
}
