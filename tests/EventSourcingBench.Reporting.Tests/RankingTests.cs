namespace EventSourcingBench.Reporting.Tests;

/// <summary>Who is ranked where, and who is not: each tier with its stores from the first place, their load and the value.</summary>
public sealed class RankingTests
{
    internal static readonly string[] AllStores = ["memory", "postgres", "sqlite", "other", "other (again)", "sqlite (again)"];

    private static readonly Dictionary<string, (SyntheticRun Run, string[] Expected)> Rules = new(StringComparer.Ordinal)
    {
        ["Tiers are ranked apart, the strongest first"] = (
            Run("append memory 1c 30000", "append sqlite 1c 2000", "append postgres 1c 3000"),
            ["fsync: 1 postgres 1 copy 3,000, 1 sqlite 1 copy 2,000", "volatile: 1 memory 1 copy 30,000"]),
        ["The best step of a store counts"] = (
            Run("append sqlite 1c 900", "append sqlite 8c 4000", "append postgres 1c 3000", "append postgres 8c 2500"),
            ["fsync: 1 sqlite 8 copies 4,000, 1 postgres 1 copy 3,000"]),
        ["One failed trial takes the store out of the suite"] = (
            Run("append sqlite 1c 9000", "append postgres 1c 3000").Add("append", "sqlite", 1, null, 2, SyntheticRun.Lost),
            ["fsync: 1 postgres 1 copy 3,000", "sqlite Failed: FAILED: lost 3, duplicated 0 (1 copy, trial 2; 1 of 2 steps FAILED)"]),
        ["In whatever way it was used"] = (
            Run("append sqlite 1c 9000", "append postgres 1c 3000").Add("append", "sqlite (hot)", 1, verdict: SyntheticRun.Lost),
            ["fsync: 1 postgres 1 copy 3,000", "sqlite Passed: not ranked: sqlite (hot) FAILED ()",
                "sqlite (hot) Failed: FAILED: lost 3, duplicated 0 (1 copy, trial 1; 1 of 1 steps FAILED)"]),
        ["And out of no other suite"] = (
            Run("append sqlite 1c 9000").Add("projection", "sqlite", 1, null, 2, SyntheticRun.Lost),
            ["fsync: 1 sqlite 1 copy 9,000"]),
        ["An unverified step is left out, and a store with no other is not ranked"] = (
            Run("append sqlite 1c 1000").Add("append", "sqlite", 8, verdict: SyntheticRun.NotVerified, throughput: 9_000)
                .Add("append", "postgres", 8, verdict: SyntheticRun.NotVerified),
            ["fsync: 1 sqlite 1 copy 1,000",
                "postgres NotVerified: not verified: the server was gone (8 copies, trial 1; 1 of 1 steps not verified)"]),
        ["A verdict that found something has failed, whatever it says"] = (
            new SyntheticRun().Add("append", "sqlite", 1,
                verdict: SyntheticRun.NotVerified with { Findings = new Dictionary<string, long> { [FindingKind.RowMissing.Name] = 1 } }),
            ["sqlite Failed: not verified: the server was gone (1 copy, trial 1; 1 of 1 steps FAILED)"]),
        ["A store that was measured at rates only is not ranked among those at copies"] = (
            Run("append sqlite 1c 1000", "append postgres 500/s 500"),
            ["fsync: 1 sqlite 1 copy 1,000", "postgres Passed: not ranked: it was measured at given rates only ()"]),
        ["A store without a success is not ranked"] = (
            new SyntheticRun().Add("append", "sqlite", 1, succeeds: false), ["sqlite Passed: not ranked: no request succeeded ()"]),
        ["Projections are ranked by the tail of their delay at one load for all"] = (
            Delays(("sqlite", 1, 100), ("sqlite", 4, 4_000), ("postgres", 1, 900), ("postgres", 4, 2_000), ("postgres", 8, 1)),
            ["fsync: 1 postgres 4 copies 7.06, 1 sqlite 4 copies 14.1"]),
        ["A store that lacks the common load is named"] = (
            Delays(("sqlite", 4, 1), ("postgres", 4, 2_000)).Add("projection", "other", 1),
            ["fsync: 1 sqlite 4 copies 0.00300, 1 postgres 4 copies 7.06",
                "other Passed: not ranked: no verified projection delay at 4 copies, where the others are compared ()"]),
        ["In the open model the highest kept rate wins, then the response time"] = (
            Run("append sqlite 500/s 500 900", "append sqlite 1000/s 700 90000", "append postgres 500/s 499 400",
                "append postgres 1000/s 985 5000", "append other 500/s 495 300", "append other 1000/s 979 300"),
            ["fsync: 1 postgres 1,000/s 30.7, 1 other 500/s 1.80, 1 sqlite 500/s 5.40"]),
        ["Where none keeps its rate the one that comes nearest is first, not the fastest"] = (
            Run("append sqlite 1000/s 900 300", "append postgres 1000/s 970 5000"),
            ["fsync: 1 postgres 1,000/s 30.7, 1 sqlite 1,000/s 1.80"]),
        ["What the trials do not tell apart shares a place"] = (
            Trials(("other", 1.01), ("postgres", 0.97), ("sqlite", 0.1)),
            ["fsync: 1 other 1 copy 1,010, 1 postgres 1 copy 970, 3 sqlite 1 copy 100"]),
        ["Stores whose good trials are in no common block are compared all the same"] = (
            Run("append sqlite 1c 1000").Add("append", "postgres", 1, null, 2, throughput: 1010),
            ["fsync: 1 postgres 1 copy 1,010, 1 sqlite 1 copy 1,000"]),
        ["Noise between two names of one store is no difference, and the second name is not ranked"] = (
            Trials(("other", 1), ("other (again)", 1.3), ("postgres", 0.9)),
            ["fsync: 1 other 1 copy 1,000, 1 postgres 1 copy 900"]),
        ["Of several stores that ran twice the one that differs most is the noise"] = (
            Trials(("other", 1), ("other (again)", 1.01), ("postgres", 0.9), ("sqlite", 0.5), ("sqlite (again)", 0.6)),
            ["fsync: 1 other 1 copy 1,000, 1 postgres 1 copy 900, 3 sqlite 1 copy 500"]),
        ["A block without a success decides nothing"] = (
            Blocks(("postgres", [100, 100, 0, 100, 100]), ("sqlite", [99, 99, 99, 99, 99])),
            ["fsync: 1 postgres 1 copy 100, 1 sqlite 1 copy 99.0"]),
        ["A noise that is not known decides nothing"] = (
            Blocks(("other", [100, 100, 100]), ("other (again)", [100, 0, 100]), ("sqlite", [90, 90, 90])),
            ["fsync: 1 other 1 copy 100, 1 sqlite 1 copy 90.0"]),
        ["At a rate the noise is that of the response time"] = (
            new[] { 1, 2, 3 }.Aggregate(new SyntheticRun(), (run, trial) => run
                .Add("append", "other", null, 500, trial, throughput: 500, latencyMicroseconds: 1_000)
                .Add("append", "other (again)", null, 500, trial, throughput: 499, latencyMicroseconds: 1_000)
                .Add("append", "sqlite", null, 500, trial, throughput: 500, latencyMicroseconds: 9_000)
                .Add("append", "sqlite (again)", null, 500, trial, throughput: 500, latencyMicroseconds: 18_000)
                .Add("append", "postgres", null, 500, trial, throughput: 500, latencyMicroseconds: 900)),
            ["fsync: 1 postgres 500/s 5.53, 1 other 500/s 6.00, 3 sqlite 500/s 54.0"]),
        ["A store that is slower than any of a place does not share it"] = (
            Blocks(("postgres", [80, 100, 101, 120, 140]), ("other", [100, 100, 100, 100, 100]), ("sqlite", [90, 90, 90, 90, 90])),
            ["fsync: 1 postgres 1 copy 101, 1 other 1 copy 100, 3 sqlite 1 copy 90.0"]),
        ["A store that is faster in the blocks of both shares the place of the one before it"] = (
            Blocks(("postgres", [90, 90, 90, 200, 200, 200, 200]), ("sqlite", [100, 100, 100])),
            ["fsync: 1 postgres 1 copy 200, 1 sqlite 1 copy 100"]),
        ["A rate that trials kept and did not keep decides nothing"] = (
            new[] { 1_000, 970, 970 }.Index().Aggregate(new SyntheticRun(), (run, trial) => run
                .Add("append", "postgres", null, 1_000, trial.Index + 1, throughput: 1_000)
                .Add("append", "sqlite", null, 500, trial.Index + 1, throughput: 500)
                .Add("append", "sqlite", null, 1_000, trial.Index + 1, throughput: trial.Item)),
            ["fsync: 1 postgres 1,000/s 10.0, 1 sqlite 500/s 6.22"]),
        ["A rate that every trial kept, and none of the other store, is higher"] = (
            new[] { 970, 960, 970 }.Index().Aggregate(new SyntheticRun(), (run, trial) => run
                .Add("append", "postgres", null, 1_000, trial.Index + 1, throughput: 1_000)
                .Add("append", "sqlite", null, 500, trial.Index + 1, throughput: 500)
                .Add("append", "sqlite", null, 1_000, trial.Index + 1, throughput: trial.Item)),
            ["fsync: 1 postgres 1,000/s 10.0, 2 sqlite 500/s 6.22"]),
        ["A loss under the second name is one of the store"] = (
            Trials(("other", 1), ("postgres", 0.5))
                .Add("append", "other (again)", 1, verdict: SyntheticRun.Lost),
            ["fsync: 1 postgres 1 copy 500", "other Failed: FAILED: lost 3, duplicated 0 (1 copy, trial 1; 1 of 4 steps FAILED)"]),
    };

    public static TheoryData<string> Names => [.. Rules.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_store_is_ranked_by_the_rules(string rule)
    {
        var (run, expected) = Rules[rule];
        var suite = ReportBuilder.Build([(run with { Stores = [.. AllStores, "sqlite (hot)"] }).Build()]).Suites[0];
        suite.Rankings.Select(r => $"{r.Tier}: " + string.Join(", ", r.Entries.Select(
                e => $"{e.Rank} {e.Store} {e.Cell.Load.Label} {Format.Number(e.Measured.Median)}")))
            .Concat(suite.Unranked.Select(u => $"{u.Store} {u.Verdict}: {u.Reason} ({u.Where})")).ShouldBe(expected);
    }

    [Theory]
    [InlineData(true, "see “Not ranked”")]
    [InlineData(false, "no verdict passed")]
    public async Task Where_no_store_can_be_ranked_the_answer_says_why(bool hasPassed, string why)
    {
        var run = new SyntheticRun().Add("append", "sqlite", 1, verdict: hasPassed ? null : SyntheticRun.NotVerified, succeeds: false);
        WebUtility.HtmlDecode(await HtmlReport.RenderAsync(ReportBuilder.Build([run.Build()])))
            .ShouldContain($"No store can be ranked: {why}.");
    }

    [Fact]
    public void Stores_are_compared_at_the_last_fault_that_happened()
    {
        var run = new SyntheticRun().Add("faults", "sqlite", 1).Add("faults", "sqlite", 1).Build();
        var steps = run.Steps.Zip(["pause:5s", "kill-api"], (s, fault) => s with
        {
            Details = StepRecord.DetailsOf((FaultRecord.Name, new FaultRecord("1 copy", fault)
            {
                Trials = fault == "kill-api" ? [] :
                    [new(TimeSpan.Zero, fault, new(null, TimeSpan.FromSeconds(6), null, PauseIsLowerBound: true))],
            })),
        });
        var suite = ReportBuilder.Build([run with { Steps = [.. steps] }]).Suites.Single(s => s.Name == "faults");
        suite.Rankings.Single().Entries.Single().Measured.Median.ShouldBe(6_000);
        suite.Rankings[0].Rule.ShouldContain("after pause:5s");
        string.Concat(suite.Rankings[0].Answer.Select(a => a.Text)).ShouldEndWith("had a longest pause of ≥ 6.00 s after pause:5s.");
    }

    [Fact]
    public void A_pause_that_no_success_ended_is_ranked_behind_those_that_ended()
    {
        var run = new SyntheticRun().Add("faults", "sqlite", 1).Add("faults", "postgres", 1).Build().Each(s => s with
        {
            Details = StepRecord.DetailsOf((FaultRecord.Name, new FaultRecord("1 copy", "kill")
            {
                Trials = [new(TimeSpan.Zero, "kill", new(null, TimeSpan.FromSeconds(s.Number == 1 ? 10 : 12), null, s.Number == 1))],
            })),
        });
        var ranking = ReportBuilder.Build([run]).Suites.Single(s => s.Name == "faults").Rankings.ShouldHaveSingleItem();
        ranking.Entries.Select(e => (e.Store, e.Measured.IsLowerBound)).ShouldBe([("postgres", false), ("sqlite", true)]);
    }

    // At the rate that all have, those that kept it first. A good trial beside one with a stalled subscriber ranks nothing.
    [Fact]
    public void Deliveries_are_compared_at_one_rate_and_not_by_some_of_the_trials()
    {
        (string Store, double Rate, double Kept, double Microseconds)[] steps =
            [("sqlite", 500, 500, 100), ("sqlite", 1_000, 1_000, 900), ("postgres", 1_000, 1_000, 500), ("other", 1_000, 700, 50),
                ("filelog", 1_000, 1_000, 10)];
        var synthetic = (from trial in new[] { 1, 2 } from step in steps select (step, trial)).Aggregate(new SyntheticRun(), (run, s) =>
            run.Add("subscription", s.step.Store, null, s.step.Rate, s.trial, throughput: s.step.Kept));
        var run = (synthetic with { Stores = [.. AllStores, "filelog"] }).Build().Each(s => s with
        {
            Details = StepRecord.DetailsOf((SubscriptionRecord.Name, new SubscriptionRecord(
                $"{s.Rate:0}/s", 10, "0", 0, DeliveryOf(s), DeliveryOf(s), TimeSpan.Zero)
            { Lag = new Dictionary<string, LagRecord>() })),
        });

        var suite = ReportBuilder.Build([run]).Suites.Single(s => s.Name == "subscription");

        suite.Rankings.ShouldHaveSingleItem().Entries.Select(e => $"{e.Store} {e.Cell.Load.DueRate:0} {e.Sustained}")
            .ShouldBe(["postgres 1000 True", "sqlite 1000 True", "other 1000 False"]);
        suite.Unranked.ShouldHaveSingleItem().Reason.ShouldContain("or a subscriber stalled");

        DelayRecord DeliveryOf(StepRecord s) => new(SyntheticRun.Histogram(
            steps.Single(known => known.Store == s.Store && known.Rate == s.Rate).Microseconds,
            s.Store == "filelog" && s.Trial == 2 ? 0 : 2_000));
    }

    [Theory]
    [InlineData("ycsb-c", 2)]
    [InlineData("service", 1)]
    public void Mixes_are_ranked_apart(string other, int rankings)
    {
        string[] mixes = ["service", other];
        var run = new SyntheticRun().Add("mixed", "sqlite", 1).Add("mixed", "postgres", 1).Build().Each(s => s with
        {
            Details = StepRecord.DetailsOf((MixedRecord.Name, new MixedRecord(mixes[s.Number - 1], 1_000, 0.5, 256, 10, 0)
            { Operations = new Dictionary<string, MixedOperationRecord>() })),
        });
        var suite = ReportBuilder.Build([run]).Suites.Single(s => s.Name == "mixed");
        suite.Rankings.Count.ShouldBe(rankings);
        suite.Rankings.Select(r => r.Part).OfType<string>().ShouldBe(
            rankings == 1 ? [] : mixes.Select(m => $"{m}, 1,000 streams, skew 0.500, 256 B, 10 events each"), ignoreOrder: true);
    }

    // A trial whose samples have a few events more is not the only one that counts.
    [Fact]
    public void Trials_of_a_growing_store_are_one_value_where_their_samples_differ_by_a_few_events()
    {
        var run = new SyntheticGrowth().Add("sqlite", _ => 1).Add("sqlite", _ => 2).Add("sqlite", _ => 9).Build().Each(s => s with
        {
            Trial = s.Number,
            Details = StepRecord.DetailsOf((GrowthRecord.Name, s.Growth! with
            {
                Samples = [.. s.Growth!.Samples.Select(g => g with { Events = g.Events + s.Number })],
            })),
        });
        var entry = ReportBuilder.Build([run]).Suites.Single().Rankings.ShouldHaveSingleItem().Entries.ShouldHaveSingleItem();
        entry.Measured.Median.ShouldBe(2, tolerance: 0.1);
        (entry.Measured.Low, entry.Measured.High).ShouldNotBe((null, null));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(100.0)]
    public void An_empty_store_and_a_full_one_are_ranked_apart(double? rate)
    {
        int? copies = rate is null ? 4 : null;
        var run = new SyntheticRun().Add("enrolment", "sqlite", copies, rate, throughput: 99)
            .Add("enrolment", "sqlite", copies, rate, throughput: 100).Build()
            .Each(s => s with { Preload = s.Number == 1 ? 0 : 10_000 });
        var suite = ReportBuilder.Build([run]).Suites.Single(s => s.Name == "enrolment");
        suite.Rankings.Select(r => (r.Part, r.Entries.Single().Cell.Load.Preload))
            .ShouldBe([("empty store", 0), ("10,000 stored", 10_000)]);
    }

    /// <summary>Of 600 requests each, too few for a p99 of each trial.</summary>
    [Theory]
    [InlineData(500, "1 sqlite, 2 postgres", "sqlite sustained the highest rate of 2")]
    [InlineData(1_000, "1 postgres, 1 sqlite", "One p99 of all trials, undecided: postgres was fastest at the highest sustained rate")]
    public void One_p99_of_all_trials_is_not_one_trial(double rate, string ranks, string answer)
    {
        var run = new[] { 1, 2, 3 }.Aggregate(new SyntheticRun(), (run, trial) => run
            .Add("append", "postgres", null, rate, trial, throughput: rate).Add("append", "sqlite", null, 1_000, trial, throughput: 1_000))
            .Build().Each(s => s with
            {
                Operations = [.. new[] { SyntheticRun.Histogram(s.Store == "sqlite" ? 900 : 500, 600) }
                    .Select(times => new OperationRecord("append", Outcome.Success, times, times))],
            });
        var ranking = ReportBuilder.Build([run]).Suites[0].Rankings.Single();
        string.Join(", ", ranking.Entries.Select(e => $"{e.Rank} {e.Store}")).ShouldBe(ranks);
        string.Concat(ranking.Answer.Select(a => a.Text)).ShouldStartWith(answer);
        FirstPlaces.Undecided(run, "append").ShouldBeEmpty();
    }

    // Suite, store, load, throughput and microseconds of each step.
    private static SyntheticRun Run(params string[] steps) =>
        steps.Select(s => s.Split(' ')).Aggregate(new SyntheticRun(), (run, s) => run.Add(
            s[0], s[1], s[2].EndsWith('c') ? Number(s[2].TrimEnd('c')) : null, s[2].EndsWith('c') ? null : Number(s[2].Split('/')[0]),
            throughput: Number(s[3]), latencyMicroseconds: s.Length > 4 ? Number(s[4]) : null));

    /// <summary>Stores whose three trials scatter around a thousand times as much as is said.</summary>
    internal static SyntheticRun Trials(params (string Store, double Speed)[] stores) => Blocks(
        [.. stores.Select(s => (s.Store, new[] { 1, 2, 3 }.Select(trial => 1000 * s.Speed * (1 + (0.01 * (trial - 2)))).ToArray()))]);

    private static SyntheticRun Blocks(params (string Store, double[] Rates)[] stores) => (
        from store in stores
        from block in store.Rates.Index()
        select (store.Store, block)).Aggregate(new SyntheticRun(), (run, s) => run.Add(
            "append", s.Store, 1, null, s.block.Index + 1, throughput: s.block.Item));

    private static SyntheticRun Delays(params (string Store, int Copies, double Microseconds)[] steps) => steps.Aggregate(
        new SyntheticRun(), (run, s) => run.Add("projection", s.Store, s.Copies, delayMicroseconds: s.Microseconds));

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
