using static EventSourcingBench.Reporting.Tests.SyntheticBenchmarks;
using static EventSourcingBench.Reporting.Tests.SyntheticReservations;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>Arrangements of runs, by what their reports show. <c>Snapshots/Cases</c> has all that each report says.</summary>
internal static class Cases
{
    public static Dictionary<string, Func<ReportModel>> All { get; } = new(StringComparer.Ordinal)
    {
        ["run"] = () => Of(new SyntheticRun { Together = true }.Complete()),
        ["run-beside-a-faster-one"] = () => Of(new SyntheticRun().Complete(), new SyntheticRun { Id = "later", Speed = 2 }.Complete()),
        ["run-without-steps"] = () => Of(new SyntheticRun { Interrupted = true }.Build()),
        ["run-of-all-flags-the-most-serious-first"] = () => Of(
            new SyntheticRun { Interrupted = true, Together = true, InMemoryFileSystem = true, Warnings = ["This is a Debug build."] }
                .Add("append", "memory", 8, shareOfCeiling: 0.9).Add("append", "sqlite", 8, shareOfCeiling: 0.8).Build()),
        ["run-with-a-store-in-a-weaker-tier"] = () =>
        {
            var folder = new SyntheticRun().Add("append", "postgres", 1).Add("append", "sqlite", 1).Build();
            var step = folder.Steps[0] with { Durability = new DurabilityRecord("buffered", "Its claim is refuted.") };
            return Of(folder with { Run = folder.Run.WithTiersOf([step]), Steps = [step, folder.Steps[1]] });
        },
        ["run-with-verdicts-of-other-kinds"] = () =>
        {
            var foreign = SyntheticRun.Lost with { Findings = new Dictionary<string, long> { [FindingKind.Foreign.Name] = 5 } };
            return Of(new SyntheticRun().Add("append", "sqlite", 1).Add("append", "postgres", 1, verdict: foreign).Build());
        },
        ["run-with-notes-and-generators"] = () => Of(Step(s => s with { Notes = ["Of the load."] })
            .With(r => r with { Generators = ["2 processes on this host", "b:5090 on b"] })),
        ["run-that-links-the-reports-of-a-search"] = () => Of(Step(s => s with
        {
            EngineReport = "engine/001-01/nbomber.html",
            SloSearch = new SloSearchRecord(new SloRecord(99, TimeSpan.FromMilliseconds(20)), Rate: 200)
            {
                Probes =
                [
                    new(200, Throughput: 200, Held: true, EngineReport: "engine/001-01/nbomber.html"),
                    new(400, Throughput: 300, Held: false, EngineReport: "engine/001-02/nbomber.html"),
                    new(300, Throughput: 290, Held: false),
                ],
            },
        })),
        ["run-with-bounds"] = () => Of(BoundTests.Run()),
        ["run-of-a-store-that-ran-twice"] = () => Of(
            (RankingTests.Trials(("other", 1), ("other (again)", 0.9), ("postgres", 1.08), ("sqlite", 0.5)) with
            {
                Stores = RankingTests.AllStores,
            }).Build()),
        ["run-of-a-suite-without-data"] = () => Of(new SyntheticRun().Add("mailing", "sqlite", 1).Add("mailing", "sqlite", 4).Build()),
        ["run-of-a-suite-that-no-code-knows"] = () => Of(StoredReportTests.Run(StoredReportTests.Report)),
        ["run-that-links-no-script"] = () => Of(Step(s => s with { EngineReport = "javascript:alert(1)" })),

        ["missing-answers-at-a-rate"] = () => Of(Silent()),
        ["missing-answers-of-the-only-store"] = () => Of(Silent(onlySilent: true)),
        ["missing-answers-of-copies"] = () => Of(Silent(4)),
        ["missing-answers-beside-answers"] = () => Of(Silent(onlySilent: true), Silent(onlySilent: true, missing: 0)),
        ["missing-answers-after-answers"] = () => Of(Silent(onlySilent: true, missing: 0), Silent(onlySilent: true)),
        ["missing-answers-in-both-runs"] = () => Of(Silent(onlySilent: true), Silent(onlySilent: true)),

        ["scalability-of-three-copies-is-not-fitted"] = () => Of(Scaled([1, 2, 4], new ScalabilityLaw(1000, 0.1, 0.01))),
        ["scalability-of-four-copies"] = () => Of(Scaled([1, 2, 4, 8], new ScalabilityLaw(1000, 0.1, 0.01))),
        // Peak at the root of 0.9 over 0.001: 30 copies.
        ["scalability-with-a-peak-beyond"] = () => Of(Scaled([1, 2, 4, 8, 16], new ScalabilityLaw(1000, 0.1, 0.001))),
        ["scalability-without-a-peak"] = () => Of(Scaled([1, 2, 4, 8, 16], new ScalabilityLaw(1000, 0.1, 0))),
        ["scalability-in-proportion"] = () => Of(Scaled([1, 2, 4, 8, 16], new ScalabilityLaw(1000, 0, 0))),
        ["scalability-of-ramps-is-not-fitted"] = () => Of(Each(Scaled([1, 2, 4, 8], new(1000, 0.1, 0.001)), s => s with { Ramp = true })),
        ["scalability-of-rates-is-not-fitted"] = () =>
            Of(Each(Scaled([1, 2, 4, 8], new(1000, 0.1, 0.001)), s => s with { Copies = null, Rate = s.Copies * 100 })),
        ["scalability-of-a-step-that-did-nothing"] = () =>
            Of(Each(Scaled([1, 2, 4, 8], new(1000, 0.1, 0.001)), s => s.Number == 1 ? s with { Throughput = 0 } : s)),

        ["enrolment-with-an-empty-and-a-full-store"] = () => Of(Each(
            new SyntheticRun { Trials = 1 }.Add("enrolment", "sqlite", 1, throughput: 100).Add("enrolment", "sqlite", 8, throughput: 800)
                .Add("enrolment", "sqlite", 1, throughput: 90).Add("enrolment", "sqlite", 8, throughput: 720).Build(),
            s => s with
            {
                Preload = s.Number < 3 ? 0 : 10_000,
                Details = Detail.Of(new EnrolmentRecord(Operations: 120, Joinings: 100, Events: 220)),
            })),

        ["ingest"] = () => Of(SyntheticIngest.Complete()),
        ["ingest-that-ended-before-its-first-step"] = () => Of(new SyntheticIngest().Build()),
        ["ingest-of-one-node-that-replicates-nothing"] = () => Of(new SyntheticIngest().Add("postgres-replicated (1 node)").Build()
            .With(r => r with { Stores = [.. r.Stores.Select(s => s with { Durability = "replicated" })] })),
        ["ingest-with-a-failed-verdict"] = () =>
            Of(new SyntheticIngest().Add("filelog", verdict: SyntheticRun.Lost).Add("sqlite").Build()),
        ["ingest-of-a-store-that-never-got-to-the-greatest-count"] = () =>
            Of(new SyntheticIngest().Add("filelog", count: 100).Add("sqlite").Build()),
        ["ingest-of-one-cold-trial"] = () => Of(new SyntheticIngest().Add("filelog", trials: 1).Build()),
        ["ingest-with-a-full-buffer-and-failures"] = () =>
            Of(new SyntheticIngest().Add("filelog", "non-blocking", overflowed: 250_000, failed: 10).Build()),
        ["ingest-beside-a-faster-one"] = () =>
            Of(new SyntheticIngest().Add("sqlite").Build(), new SyntheticIngest().Add("sqlite", speed: 2).Build()),
        ["ingest-interrupted-without-a-trial"] = () => Of(new SyntheticIngest()
            .Add("filelog", verdict: SyntheticRun.NotVerified, interrupted: true, trials: 0)
            .Add("sqlite", interrupted: true, trials: 2).Build()),
        ["ingest-beside-one-over-HTTP"] = () =>
        {
            var local = new SyntheticIngest().Add("sqlite").Build();
            return Of(local, Each(local, s => s with { Details = Detail.Of(s.Ingest! with { Remote = true }) }));
        },

        ["growth"] = () => Of(SyntheticGrowth.Complete()),
        ["growth-beside-a-background-load"] = () =>
        {
            var success = Operation("background append", Outcome.Success, 2, 1);
            var run = SyntheticGrowth.Complete();
            return Of(Each(run with { Steps = [run.Steps[0]] }, s => s with
            {
                Operations = [success, success with { Outcome = Outcome.Error }],
                Details = Detail.Of(s.Growth! with
                {
                    Background = 200,
                    Samples = [.. s.Growth!.Samples.Select((sample, i) => sample with { BackgroundRate = i == 0 ? 150 : 199 })],
                }),
            }));
        },
        ["growth-of-no-sample"] = () => Of(new SyntheticGrowth().Add("sqlite", x => 0.1 + (x / 1e6), samples: 0).Build()),
        ["growth-of-one-sample"] = () => Of(new SyntheticGrowth().Add("sqlite", x => 0.1 + (x / 1e6), samples: 1).Build()),
        ["growth-of-too-few-samples"] = () => Of(new SyntheticGrowth().Add("sqlite", x => 0.1 + (x / 1e6), samples: 5).Build()),
        ["growth-of-enough-samples"] = () => Of(new SyntheticGrowth().Add("sqlite", x => 0.1 + (x / 1e6), samples: 6).Build()),
        ["growth-that-reached-what-others-extrapolate"] = () =>
            Of(new SyntheticGrowth { Every = 10_000_000, Samples = 12 }.Add("sqlite", x => 0.1 + (x / 1e8)).Build()),
        ["growth-that-falls-below-nothing"] = () => Of(new SyntheticGrowth().Add("sqlite", x => 10 - (x / 2e6)).Build()),
        ["growth-of-a-store-that-was-interrupted"] = () => Of(new SyntheticGrowth().Add("filelog", _ => 1).Add("sqlite", _ => 2)
            .Add("postgres", _ => 3, samples: 3, verdict: SyntheticRun.NotVerified, interrupted: true).Build()),
        ["growth-of-a-store-that-is-behind"] = () =>
            Of(new SyntheticGrowth().Add("filelog", _ => 1, samples: 4).Add("sqlite", _ => 2).Build()),
        ["growth-with-a-few-events-that-failed"] = () => Of(Each(
            new SyntheticGrowth().Add("filelog", _ => 1).Add("sqlite", _ => 2).Build(), s => s.Number == 1 ? s : s with
            {
                Details = Detail.Of(s.Growth! with { Samples = [.. s.Growth!.Samples.Select(g => g with { Events = g.Events - 3 })] }),
            })),
        ["growth-of-trials-that-are-one-line"] = () => Of(Each(
            new SyntheticGrowth().Add("sqlite", _ => 1).Add("sqlite", _ => 1.2).Add("sqlite", _ => 1.4).Build(),
            s => s with { Trial = s.Number })),

        ["reservations"] = () => Of(Orders()),
        ["reservations-of-one-skew"] = () => Of(Orders(skews: [1])),
        ["reservations-that-kept-one-rate"] = () => Of(Orders(skews: [], kept: 100)),
        ["reservations-that-kept-no-rate"] = () => Of(Orders(skews: [], kept: 0)),
        // Of two trials where the writer is single.
        ["reservations-of-an-order-that-kept-no-rate"] = () => Of(Each(Orders(skews: []), s =>
            s.Reservations is { Order: "concurrent" } ? s with { Throughput = s.Throughput / 2 } : s) is var run ? run with
            {
                Steps =
                [
                    .. run.Steps, .. run.Steps.Where(s => s.Reservations is { Strategy: "single-writer" })
                        .Select(s => s with { Trial = 2, Number = s.Number + 100 }),
                ],
            } : run),
        ["reservations-of-one-and-three-nodes"] = () => Of(WithThreeNodes(Orders(skews: []))),
        ["reservations-of-three-nodes-that-kept-more"] = () => Of(WithThreeNodes(Orders(skews: [], kept: 100),
            s => [s, s with { Rate = 4 * s.Rate, Throughput = 0, Number = s.Number + 50 }], Orders(skews: [], kept: 200))),
        ["reservations-of-a-search"] = () =>
        {
            var run = Orders(skews: [1]);
            return Of(Each(run with { Steps = [.. run.Steps.Where(s => s.Rate.Equals(100.0))] }, s =>
                s with
                {
                    SloSearch = s.Reservations!.Order != "serial" ? Search(500)
                        : Search(700, runs: s.Reservations!.Strategy == "optimistic" ? 2 : 3),
                }));
        },
        ["reservations-with-races"] = () => Of(Races()),
        ["reservations-of-a-search-with-three-nodes"] = () =>
        {
            var run = Each(Races(), s => s.Store.Contains("single") ? s with { SloSearch = Search(900) }
                : s with { SloSearch = Search(600), Verdict = SyntheticRun.Lost });
            return Of(run with
            {
                Steps = [.. run.Steps, run.Steps[1] with
                {
                    Number = 9,
                    Store = "sqlite (3 nodes) (single-writer, concurrent)",
                    SloSearch = Search(1_350),
                    Details = Detail.Of(run.Steps[1].Reservations! with { Nodes = 3 }),
                }],
            });
        },
        ["reservations-by-what-each-node-used"] = () =>
        {
            var run = Races().With(r => r with { Cpus = new Dictionary<string, string> { ["nodes"] = "1-2", ["client"] = "0,3" } });
            return Of(run with
            {
                Steps = [run.Steps[1] with
                {
                    Seconds = [Second(0, [new(0.5, 100 << 20), new(0.25, 90 << 20)]), Second(1, [new(1.0, 120 << 20), null])],
                    Details = Detail.Of(run.Steps[1].Reservations! with { Nodes = 2, NodePeakBytes = [150 << 20, 80 << 20] }),
                }],
            });
        },

        ["microbenchmarks"] = () => Micro(Complete()),
        ["microbenchmarks-of-an-unknown-class"] = () => Micro(
            Folder(Record("Compact", "Run", "sqlite", 10, 10), Record("Serialise", "Binary", null, null, 10))),
        ["microbenchmarks-of-two-folders"] = () => Micro(Loads("sqlite", 60_000, 2_500), Loads("postgres", 450_000, 3_000)),
        ["microbenchmarks-of-two-counts"] = () => Micro(
            Folder(Record("LoadStream", "Load", "sqlite", 10, 50, 0, 1e5), Record("LoadStream", "Load", "sqlite", 100, 50, 0, 1e5))),
        ["microbenchmarks-of-a-case-that-was-not-published"] = () => Micro(Folder(Record("LoadStream", "Load", "sqlite", 7, 3))),
        ["microbenchmarks-of-two-jobs"] = () => Micro(Folder(
            [.. from job in new[] { "Npgsql 9.0.3", "Npgsql 10.0.0" } from n in new[] { 10L, 100 }
                select Record("LoadStream", "Load", "postgres", n, 10, job: job)])),
        ["microbenchmarks-beside-a-run-have-its-colours"] = () => ReportBuilder.Build(
            [new SyntheticRun { Stores = ["memory", "sqlite"] }.Add("append", "memory", 1).Add("append", "sqlite", 1).Build()],
            null, [Complete()]),
        ["microbenchmarks-of-all-flags-the-most-serious-first"] = () =>
        {
            var noisy = Record("ReadStream", "Read", "sqlite", 10, 10) with { Nanoseconds = [1, 2, 3, 4, 5, 6] };
            return Micro(new BenchmarkFolder("/x", [Host with { Configuration = "DEBUG", HasAttachedDebugger = true }, Host],
                [noisy, noisy with { Parameters = "failed", Nanoseconds = [] }, noisy with { Parameters = "few", Nanoseconds = [1, 9] }]));
        },
    };

    /// <summary>A run with its record changed.</summary>
    public static RunFolder With(this RunFolder run, Func<RunRecord, RunRecord> change) => run with { Run = change(run.Run) };

    /// <summary>A run with each step changed.</summary>
    public static RunFolder Each(this RunFolder run, Func<StepRecord, StepRecord> change) =>
        run with { Steps = [.. run.Steps.Select(change)] };

    public static void WriteTo(this RunFolder run, string folder)
    {
        RunFolder.WriteRun(folder, run.Run, run.Environment);
        foreach (var step in run.Steps)
            RunFolder.WriteStep(folder, step);
    }

    /// <summary>A store that answers soon and not always: of 1,000 requests some have no answer; and one that is slow.</summary>
    private static RunFolder Silent(int? copies = null, bool onlySilent = false, int missing = 13)
    {
        var rate = copies is null ? 100.0 : (double?)null;
        var run = new SyntheticRun { Stores = ["silent", "slow"] }.Add("append", "silent", copies, rate, throughput: 100);
        return Each((onlySilent ? run : run.Add("append", "slow", copies, rate, throughput: 100)).Build(), s => s with
        {
            Operations = s.Store == "slow" || missing == 0
                ? [Operation("append", Outcome.Success, s.Store == "slow" ? 8_000 : 100, 1_000)]
                : [Operation("append", Outcome.Success, 100, 1_000 - missing), Operation("append", Outcome.Timeout, 5_000, missing)],
        });
    }

    private static ReportModel Of(params RunFolder[] runs) => ReportBuilder.Build(runs);

    private static ReportModel Micro(params BenchmarkFolder[] folders) => ReportBuilder.Build([], null, folders);

    private static RunFolder Step(Func<StepRecord, StepRecord> change) =>
        Each(new SyntheticRun().Add("append", "sqlite", 1, throughput: 900).Build(), change);

    private static RunFolder Scaled(int[] copies, ScalabilityLaw law)
    {
        var run = new SyntheticRun { Stores = ["sqlite"], Seconds = 0 };
        Array.ForEach(copies, n => run.Add("append", "sqlite", n, throughput: law.At(n)));
        return run.Build();
    }

    private static OperationRecord Operation(string name, Outcome outcome, double milliseconds, int count)
    {
        var times = new LatencyHistogram();
        for (var i = 0; i < count; i++)
            times.Record(TimeSpan.FromMilliseconds(milliseconds));

        return new OperationRecord(name, outcome, times.ToRecord(), times.ToRecord());
    }

    private static SecondRecord Second(int number, IReadOnlyList<NodeSample?> nodes) => new(number, Successes: 50)
    {
        ClientCores = 0.2,
        ClientBytes = 50 << 20,
        ApiCores = nodes.Sum(n => n?.Cores ?? 0),
        ApiBytes = nodes.Sum(n => n?.Bytes ?? 0),
        ServerCores = 0.8,
        ServerBytes = 200 << 20,
        Nodes = nodes,
    };
}
