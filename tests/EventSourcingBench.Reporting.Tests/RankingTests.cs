namespace EventSourcingBench.Reporting.Tests;

/// <summary>Who is ranked where, and who is not: each tier with its stores from the first place, their load and the value.</summary>
public sealed class RankingTests
{
    private static readonly Dictionary<string, (SyntheticRun Run, string[] Expected)> Rules = new(StringComparer.Ordinal)
    {
        ["Tiers are ranked apart, the strongest first"] = (
            Run("append memory 1c 30000", "append sqlite 1c 2000", "append postgres 1c 3000"),
            ["fsync: postgres 1 copy 3,000, sqlite 1 copy 2,000", "volatile: memory 1 copy 30,000"]),
        ["The best step of a store counts"] = (
            Run("append sqlite 1c 900", "append sqlite 8c 4000", "append postgres 1c 3000", "append postgres 8c 2500"),
            ["fsync: sqlite 8 copies 4,000, postgres 1 copy 3,000"]),
        ["One failed trial takes the store out of the suite"] = (
            Run("append sqlite 1c 9000", "append postgres 1c 3000").Add("append", "sqlite", 1, null, 2, SyntheticRun.Lost),
            ["fsync: postgres 1 copy 3,000", "sqlite Failed: FAILED: lost 3, duplicated 0 (1 copy, trial 2; 1 of 2 steps FAILED)"]),
        ["And out of no other suite"] = (
            Run("append sqlite 1c 9000").Add("projection", "sqlite", 1, null, 2, SyntheticRun.Lost),
            ["fsync: sqlite 1 copy 9,000"]),
        ["An unverified step is left out, and a store with no other is not ranked"] = (
            Run("append sqlite 1c 1000").Add("append", "sqlite", 8, verdict: SyntheticRun.NotVerified, throughput: 9_000)
                .Add("append", "postgres", 8, verdict: SyntheticRun.NotVerified),
            ["fsync: sqlite 1 copy 1,000",
                "postgres NotVerified: not verified: the server was gone (8 copies, trial 1; 1 of 1 steps not verified)"]),
        ["A verdict that found something has failed, whatever it says"] = (
            new SyntheticRun().Add("append", "sqlite", 1,
                verdict: SyntheticRun.NotVerified with { Findings = new Dictionary<string, long> { [FindingKind.RowMissing.Name] = 1 } }),
            ["sqlite Failed: not verified: the server was gone (1 copy, trial 1; 1 of 1 steps FAILED)"]),
        ["A store without a success is not ranked"] = (
            new SyntheticRun().Add("append", "sqlite", 1, succeeds: false), ["sqlite Passed: not ranked: no request succeeded ()"]),
        ["Projections are ranked by the tail of their delay at one load for all"] = (
            Delays(("sqlite", 1, 100), ("sqlite", 4, 4_000), ("postgres", 1, 900), ("postgres", 4, 2_000), ("postgres", 8, 1)),
            ["fsync: postgres 4 copies 7.06, sqlite 4 copies 14.1"]),
        ["A store that lacks the common load is named"] = (
            Delays(("sqlite", 4, 1), ("postgres", 4, 2_000)).Add("projection", "other", 1),
            ["fsync: sqlite 4 copies 0.00300, postgres 4 copies 7.06",
                "other Passed: not ranked: no verified projection delay at 4 copies, where the others are compared ()"]),
        ["In the open model the highest kept rate wins, then the response time"] = (
            Run("append sqlite 500/s 500 900", "append sqlite 1000/s 700 90000", "append postgres 500/s 499 400",
                "append postgres 1000/s 985 5000", "append other 500/s 495 300", "append other 1000/s 979 300"),
            ["fsync: postgres 1,000/s 30.7, other 500/s 1.80, sqlite 500/s 5.40"]),
        ["Overlapping intervals are said to overlap"] = (
            new[] { 0, 100, 50 }.Select((more, i) => (More: more, Trial: i + 1)).Aggregate(new SyntheticRun(), (run, t) => run
                .Add("append", "other", 1, null, t.Trial, throughput: 1000 + t.More)
                .Add("append", "postgres", 1, null, t.Trial, throughput: 990 + (t.More / 2))
                .Add("append", "sqlite", 1, null, t.Trial, throughput: 100 + (t.More / 10))),
            ["fsync: other 1 copy 1,050 (overlaps), postgres 1 copy 1,020, sqlite 1 copy 105"]),
    };

    public static TheoryData<string> Names => [.. Rules.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_store_is_ranked_by_the_rules(string rule)
    {
        var (run, expected) = Rules[rule];
        var suite = ReportBuilder.Build([(run with { Stores = ["memory", "postgres", "sqlite", "other"] }).Build()]).Suites[0];
        suite.Rankings.Select(r => $"{r.Tier}: " + string.Join(", ", r.Entries.Select(
                e => $"{e.Store} {e.Cell.Load.Label} {Format.Number(e.Measured.Median)}{(e.OverlapsNext ? " (overlaps)" : "")}")))
            .Concat(suite.Unranked.Select(u => $"{u.Store} {u.Verdict}: {u.Reason} ({u.Where})")).ShouldBe(expected);
        suite.Rankings.SelectMany(r => r.Caveats).Where(c => c.Contains("overlaps", StringComparison.Ordinal)).ShouldBe(
            suite.Rankings.Where(r => r.Entries[0].OverlapsNext)
                .Select(r => $"Its interval overlaps with that of {r.Entries[1].Store}: the order of the two is not certain."));
    }

    // Suite, store, load, throughput and microseconds of each step.
    private static SyntheticRun Run(params string[] steps) =>
        steps.Select(s => s.Split(' ')).Aggregate(new SyntheticRun(), (run, s) => run.Add(
            s[0], s[1], s[2].EndsWith('c') ? Number(s[2].TrimEnd('c')) : null, s[2].EndsWith('c') ? null : Number(s[2].Split('/')[0]),
            throughput: Number(s[3]), latencyMicroseconds: s.Length > 4 ? Number(s[4]) : null));

    private static SyntheticRun Delays(params (string Store, int Copies, double Microseconds)[] steps) => steps.Aggregate(
        new SyntheticRun(), (run, s) => run.Add("projection", s.Store, s.Copies, delayMicroseconds: s.Microseconds));

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
