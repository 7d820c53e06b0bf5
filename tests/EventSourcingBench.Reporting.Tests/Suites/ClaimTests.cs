using EventSourcingBench.Reporting.Claims;

namespace EventSourcingBench.Reporting.Tests;

/// <summary>What rules decide from runs that show it, show the contrary, leave it open, or do not have what it takes.</summary>
public sealed class ClaimTests
{
    private static readonly double[] Low = [100, 101, 102, 99, 98, 100], High = [200, 203, 198, 201, 199, 202],
        // Partly beyond the margin.
        Lower = [92, 95, 97, 93, 96, 95], Higher = [108, 105, 103, 107, 104, 105], Wide = [60, 300, 90, 40, 250, 120];

    public static TheoryData<string, double[], double[]?, string> Ends => new()
    {
        { "rises", Low, High, "Holds: sqlite" },
        { "rises", High, Low, "Does not hold: sqlite" },
        { "rises", Low, Low, "Does not hold: sqlite" },
        { "rises", Low, [105, 120, 101, 99, 110, 103], "Not decided (about N more trials would do): sqlite" },
        { "rises", [100], [200], "Not decided (one trial): sqlite" },
        { "falls", High, Low, "Holds: sqlite" },
        { "falls", Low, High, "Does not hold: sqlite" },
        { "falls", Low, Wide, "Not decided" },
        { "falls", Low, null, "Not testable here: it needs two." },
        { "rises", Low, Lower, "Does not hold: sqlite" },
        { "falls", Low, Higher, "Does not hold: sqlite" },
        { "keeps", Low, Lower, "Not decided" },
        { "keeps", Low, Higher, "Holds: sqlite" },
        { "atMost", Low, Lower, "Holds: sqlite" },
        { "atMost", Low, Higher, "Not decided" },
        { "keeps", Low, Low, "Holds: sqlite" },
        { "keeps", Low, High, "Holds: sqlite" },
        { "keeps", High, Low, "Does not hold: sqlite" },
        { "keeps", Low, Wide, "Not decided" },
    };

    public static TheoryData<string, double?, double[], double[]?, string> Groups => new()
    {
        { "greater", null, High, Low, "Holds: memory over sqlite, 1 copy" },
        { "greater", 2, High, Low, "Does not hold: memory over sqlite, 1 copy" },
        { "greater", null, Wide, Low, "Not decided" },
        { "greater", null, High, null, "Not testable here: it needs two." },
        { "alike", null, Low, Low, "Holds: memory over sqlite, 1 copy" },
        { "alike", null, High, Low, "Does not hold: memory over sqlite, 1 copy" },
        { "alike", null, Wide, Low, "Not decided" },
        { "alike", null, Low, null, "Not testable here: it needs two." },
    };

    [Theory, MemberData(nameof(Ends))]
    public void The_ends_of_an_axis_are_compared(string rule, double[] first, double[]? last, string answer)
    {
        var run = Steps(Steps(new() { Stores = ["sqlite"] }, "sqlite", 1, first), "sqlite", 4, last ?? []);
        Said(new("", "", "it needs two.", rule, Over: "copies"), run.Build()).ShouldStartWith(answer);
    }

    [Theory, MemberData(nameof(Groups))]
    public void Two_groups_are_compared(string rule, double? margin, double[] one, double[]? other, string answer)
    {
        var run = Steps(Steps(new() { Stores = ["memory", "sqlite"] }, "memory", 1, one), "sqlite", 1, other ?? []);
        var claim = new ReportClaim("", "", "it needs two.", rule, "throughput", "product", "mem*", "sqlite", margin) { Each = ["load"] };
        Said(claim, run.Build()).ShouldStartWith(answer);
    }

    [Theory]
    [InlineData(3, "the noise of 200% could hide it")]
    [InlineData(0, "the noise is not known")]
    public void Noise_that_could_hide_a_difference_decides_nothing(double times, string why)
    {
        var run = Steps(Steps(new() { Stores = ["sqlite", "sqlite (again)"] }, "sqlite", 1, Low), "sqlite", 4, High);
        Steps(run, "sqlite (again)", 1, [.. Low.Select(r => times * r)]);
        Said(new("", "", "it needs two.", "rises", Over: "copies"), run.Build()).ShouldStartWith($"Not decided ({why}): sqlite");
    }

    [Theory]
    [InlineData("keeps", "copies or rate")]
    [InlineData("falls", "seconds")]
    public void Throughput_at_a_given_rate_tests_no_claim(string rule, string over)
    {
        var run = new[] { 1, 2, 3 }.Aggregate(new SyntheticRun { Stores = ["sqlite"], Seconds = 20 }, (run, trial) => run
            .Add("append", "sqlite", null, 100, trial, throughput: 100).Add("append", "sqlite", null, 200, trial, throughput: 200));
        Said(new("", "", "it needs copies.", rule, Over: over), run.Build()).ShouldBe("Not testable here: it needs copies.");
    }

    [Theory]
    [InlineData(20, -10, "Holds: sqlite")]
    [InlineData(20, 0, "Does not hold: sqlite")]
    [InlineData(7, -10, "Not testable here: it needs time.")]
    public void The_ends_of_the_measured_time_are_compared(int seconds, int change, string answer)
    {
        var run = Steps(new() { Stores = ["sqlite"] }, "sqlite", 1, Low).Build().Each(s => s with
        {
            Seconds = [.. Enumerable.Range(0, seconds).Select(i => new SecondRecord(i, 1000 + s.Trial + (change * i)))],
        });
        Said(new("", "", "it needs time.", "falls", Over: "seconds"), run).ShouldStartWith(answer);
    }

    [Theory]
    [InlineData(1, 2, "Holds: 1 copy")]
    [InlineData(2, 1, "Does not hold: 1 copy")]
    [InlineData(1, 1.06, "Not decided")]
    [InlineData(1, 0, "Not testable here: it needs two.")]
    public void One_value_follows_another_where_most_pairs_have_one_order(double memory, double sqlite, string answer)
    {
        var run = new SyntheticRun { Stores = ["memory", "sqlite"] };
        foreach (var (store, rate, delay) in new[] { ("memory", 200, memory), ("sqlite", 100, sqlite) }.Where(s => s.Item3 > 0))
        {
            foreach (var trial in Enumerable.Range(1, 6))
                run.Add("projection", store, 1, null, trial, null, rate + trial, null, delay * (1000 + (0.4 * (rate - 100) * (trial % 3))));
        }

        Said(new("", "", "it needs two.", "follows", "delay.p99", "throughput") { Each = ["load"] }, run.Build(), "projection")
            .ShouldStartWith(answer);
    }

    [Theory]
    [InlineData(100, 200, "Does not hold: 0")]
    [InlineData(200, 100, "Holds: 0")]
    [InlineData(200, 200, "Not decided (rates between would do): 0")]
    [InlineData(400, 200, "Not decided (higher rates would do): 0")]
    [InlineData(200, 0, "Not testable here: it needs two.")]
    [InlineData(200, 100, "Not decided (trials differ at a rate): 0", 200)]
    [InlineData(100, 200, "Not decided (trials differ at a rate): 0", 200)]
    public void A_higher_rate_is_sustained(double one, double other, string answer, int? split = null)
    {
        var run = new SyntheticRun { Stores = ["memory", "sqlite"] };
        foreach (var (store, most) in new[] { ("memory", one), ("sqlite", other) })
        {
            foreach (var (rate, trial) in from rate in new[] { 100, 200, 400 } from trial in new[] { 1, 2 } select (rate, trial))
            {
                var isKept = rate <= most || (rate == split && trial == 1);
                run.Add("append", store, null, rate, trial, throughput: isKept ? rate : rate / 2, latencyMicroseconds: 1000);
            }
        }

        Said(new("", "", "it needs two.", "sustains", Over: "product", One: "memory", Other: "sqlite") { Each = ["preload"] }, run.Build())
            .ShouldStartWith(answer);
    }

    [Theory]
    [InlineData(3, "Holds: 0")]
    [InlineData(2, "Not decided (a search did not confirm its rate): 0")]
    public void A_search_decides_where_its_rate_is_confirmed(int runs, string answer)
    {
        var run = new SyntheticRun { Stores = ["memory", "sqlite"] }
            .Add("append", "memory", null, 100).Add("append", "sqlite", null, 100).Build();
        Said(
            new("", "", "it needs two.", "sustains", Over: "product", One: "memory", Other: "sqlite") { Each = ["preload"] },
            run.Each(s => s with { SloSearch = SyntheticReservations.Search(s.Store == "memory" ? 400 : 200, runs) }))
            .ShouldStartWith(answer);
    }

    [Theory]
    [InlineData("proportional", 1, 0, "Holds")]
    [InlineData("proportional", 1_000_000, 0, "Does not hold")]
    [InlineData("collects", 1, 20, "Holds")]
    [InlineData("collects", 1, 1, "Does not hold")]
    public void Benchmarks_decide(string rule, double once, int collections, string answer)
    {
        var records = SyntheticBenchmarks.Loads("sqlite", once, 10).Records
            .Select(r => r with { Collections = [0, collections, 0], MemoryOperations = 16 }).ToList();
        Said([.. records]).ShouldStartWith($"{answer}: sqlite (50 strings)");
        // Two counts tell no interval of an exponent, short streams nothing of long ones.
        Said([.. records.Where(r => r.Events is 1000 or 2000)])
            .ShouldStartWith(rule == "proportional" ? "Not decided (more counts of events would do)" : "Not testable here: it needs more.");
        Said([.. records.Where(r => r.Events is 10)]).ShouldBe("Not testable here: it needs more.");

        string Said(params BenchmarkRecord[] few) => ClaimTable.Of(
            [new("", "", "it needs more.", rule)],
            c => BenchmarkClaims.Decide(c, new BenchmarkSet("LoadStream", [SyntheticBenchmarks.Folder(few)], ["sqlite"]))).Rows.Single()[2];
    }

    [Fact]
    public void Each_publication_has_claims_and_each_claim_a_rule_with_axes_that_are_there_or_a_reason()
    {
        var cells = CellBuilder.Build(new SuiteDefinition("append", new()), [new SyntheticRun().Complete()]);
        var claims = SuiteCatalog.All.Select(s => (s.Name, Report: ReportData.Of(s.Name))).Where(s => s.Report is not null).SelectMany(
            s => s.Report!.Claims.Select(c => (Suite: new SuiteDefinition(s.Name, s.Report!), Claim: c))).ToList();
        claims.ForEach(c => Should.NotThrow(() => ClaimRules.Decide(c.Suite, c.Claim, cells), c.Claim.Text));
        var loads = new BenchmarkSet("LoadStream", [SyntheticBenchmarks.Complete()], []);
        foreach (var claim in RequestReport.Common.Claims)
            Should.NotThrow(() => BenchmarkClaims.Decide(claim, loads));

        ReportClaim[] all = [.. claims.Select(c => c.Claim), .. RequestReport.Common.Claims];
        foreach (var publication in new[] { "Malyi", "Speedrun", "BullOak", "Reactive Event Sourcing", "ChronicleDB" })
            all.ShouldContain(c => c.Source.Contains(publication, StringComparison.Ordinal) && c.Rule != null, publication);
        all.ShouldAllBe(c => c.Text.EndsWith('.') && c.Needs.EndsWith('.') && c.Source.Length > 0);
        Should.Throw<FormatException>(() => ClaimRules.Decide(claims[0].Suite, all[0] with { Rule = "guesses" }, cells));
    }

    private static SyntheticRun Steps(SyntheticRun run, string store, int copies, double[] rates)
    {
        foreach (var (i, rate) in rates.Index())
            run.Add("append", store, copies, null, i + 1, throughput: rate);

        return run;
    }

    private static string Said(ReportClaim claim, RunFolder run, string name = "append")
    {
        var suite = new SuiteDefinition(name, new());
        var cells = CellBuilder.Build(suite, [run]);
        return System.Text.RegularExpressions.Regex.Replace(
            ClaimTable.Of([claim], c => ClaimRules.Decide(suite, c, cells)).Rows.Single()[2], @"about \d+", "about N");
    }
}
