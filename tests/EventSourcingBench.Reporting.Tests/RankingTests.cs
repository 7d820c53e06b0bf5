namespace EventSourcingBench.Reporting.Tests;

public sealed class RankingTests
{
    [Fact]
    public void Tiers_are_ranked_apart_strongest_first()
    {
        var suite = Suite(new SyntheticRun()
            .Add("append", "memory", 1, null, throughput: 30_000)
            .Add("append", "sqlite", 1, null, throughput: 2_000)
            .Add("append", "postgres", 1, null, throughput: 3_000));

        suite.Rankings.Select(r => r.Tier).ShouldBe(["fsync", "volatile"]);
        suite.Rankings[0].Entries.Select(e => (e.Rank, e.Store)).ShouldBe([(1, "postgres"), (2, "sqlite")]);
        suite.Rankings[1].Entries.Select(e => (e.Rank, e.Store)).ShouldBe([(1, "memory")]);
    }

    [Fact]
    public void The_best_step_of_a_store_counts()
    {
        var suite = Suite(new SyntheticRun()
            .Add("append", "sqlite", 1, null, throughput: 900)
            .Add("append", "sqlite", 8, null, throughput: 4_000)
            .Add("append", "postgres", 1, null, throughput: 3_000)
            .Add("append", "postgres", 8, null, throughput: 2_500));

        suite.Rankings.Single().Entries.Select(e => (e.Store, e.Cell.Load.Copies, e.Measured.Median))
            .ShouldBe([("sqlite", 8, 4_000.0), ("postgres", 1, 3_000.0)]);
    }

    [Fact]
    public void One_failed_trial_takes_the_store_out_of_the_suite_and_of_no_other()
    {
        var run = new SyntheticRun()
            .Add("append", "sqlite", 1, null, trial: 1, throughput: 9_000)
            .Add("append", "sqlite", 1, null, trial: 2, throughput: 9_000, verdict: SyntheticRun.Lost)
            .Add("append", "sqlite", 8, null, trial: 1, throughput: 9_000)
            .Add("append", "postgres", 1, null, throughput: 3_000)
            .Add("projection", "sqlite", 1, null);
        var model = ReportBuilder.Build([run.Build()]);

        var append = model.Suites.Single(s => s.Name == "append");
        append.Rankings.Single().Entries.Single().Store.ShouldBe("postgres");
        var unranked = append.Unranked.Single();
        unranked.Verdict.ShouldBe(VerdictState.Failed);
        unranked.Reason.ShouldBe("FAILED: lost 3, duplicated 0");
        unranked.Where.ShouldBe("1 copy, trial 2; 1 of 3 steps FAILED");
        model.Suites.Single(s => s.Name == "projection").Rankings.Single().Entries.Single().Store.ShouldBe("sqlite");
        model.Runs[0].Flags[0].ShouldBe(new Flag(
            FlagSeverity.Serious,
            "sqlite failed verification in append",
            "FAILED: lost 3, duplicated 0 (1 copy, trial 2; 1 of 3 steps FAILED). None of its numbers in this suite is ranked."));
    }

    [Fact]
    public void An_unverified_step_is_left_out_and_a_store_with_no_other_is_not_ranked()
    {
        var suite = Suite(new SyntheticRun()
            .Add("append", "sqlite", 1, null, throughput: 1_000)
            .Add("append", "sqlite", 8, null, throughput: 9_000, verdict: SyntheticRun.NotVerified)
            .Add("append", "postgres", 8, null, throughput: 5_000, verdict: SyntheticRun.NotVerified));

        suite.Rankings.Single().Entries.Select(e => (e.Store, e.Measured.Median)).ShouldBe([("sqlite", 1_000.0)]);
        suite.Unranked.Select(u => (u.Store, u.Verdict)).ShouldBe([("postgres", VerdictState.NotVerified)]);
    }

    [Fact]
    public void A_verdict_that_found_something_has_failed_whatever_it_says()
    {
        var verdict = SyntheticRun.NotVerified with { Findings = new Dictionary<string, long> { [FindingKind.RowMissing.Name] = 1 } };
        Suite(new SyntheticRun().Add("append", "sqlite", 1, null, verdict: verdict)).Unranked.Single().Verdict
            .ShouldBe(VerdictState.Failed);
    }

    [Fact]
    public void A_store_without_a_success_is_not_ranked()
    {
        var suite = Suite(new SyntheticRun().Add("append", "sqlite", 1, null, succeeds: false));
        suite.Rankings.ShouldBeEmpty();
        suite.Unranked.Single().Reason.ShouldBe("not ranked: no request succeeded");
    }

    [Fact]
    public void Projections_are_ranked_by_the_tail_of_their_delay_at_one_load_for_all()
    {
        var suite = Suite(new SyntheticRun()
            .Add("projection", "sqlite", 1, null, delayMicroseconds: 100)
            .Add("projection", "sqlite", 4, null, delayMicroseconds: 4_000)
            .Add("projection", "postgres", 1, null, delayMicroseconds: 900)
            .Add("projection", "postgres", 4, null, delayMicroseconds: 2_000)
            .Add("projection", "postgres", 8, null, delayMicroseconds: 1));

        var ranking = suite.Rankings.Single();
        ranking.Measure.ShouldBe("projection delay");
        ranking.Entries.Select(e => (e.Store, e.Cell.Load.Copies)).ShouldBe([("postgres", 4), ("sqlite", 4)]);
    }

    [Fact]
    public void A_store_that_lacks_the_common_load_is_named()
    {
        var run = new SyntheticRun { Stores = ["a", "b", "c"] };
        var suite = Suite(run
            .Add("projection", "a", 4, null)
            .Add("projection", "b", 4, null)
            .Add("projection", "c", 1, null));

        suite.Rankings.Single().Entries.Select(e => e.Store).ShouldBe(["a", "b"], ignoreOrder: true);
        suite.Unranked.Single().Reason.ShouldBe("not ranked: no verified projection delay at 4 copies, where the others are compared");
    }

    [Fact]
    public void In_the_open_model_the_highest_kept_rate_wins_then_the_response_time()
    {
        var suite = Suite(new SyntheticRun { Stores = ["a", "b", "c"] }
            .Add("append", "a", null, 500, throughput: 500, latencyMicroseconds: 900)
            .Add("append", "a", null, 1000, throughput: 700, latencyMicroseconds: 90_000)
            .Add("append", "b", null, 500, throughput: 499, latencyMicroseconds: 400)
            .Add("append", "b", null, 1000, throughput: 985, latencyMicroseconds: 5_000)
            .Add("append", "c", null, 500, throughput: 495, latencyMicroseconds: 300)
            .Add("append", "c", null, 1000, throughput: 979, latencyMicroseconds: 300));

        var ranking = suite.Rankings.Single();
        ranking.Measure.ShouldBe("sustained rate");
        ranking.Entries.Select(e => (e.Store, e.Cell.Load.Rate, e.Sustained))
            .ShouldBe([("b", 1000.0, true), ("c", 500.0, true), ("a", 500.0, true)]);
    }

    [Fact]
    public void Overlapping_intervals_are_said_to_overlap()
    {
        var run = new SyntheticRun { Stores = ["a", "b", "c"] };
        foreach (var (trial, a, b, c) in new[] { (1, 1000.0, 990.0, 100.0), (2, 1100.0, 1050.0, 110.0), (3, 1050.0, 1010.0, 105.0) })
        {
            run.Add("append", "a", 1, null, trial, throughput: a)
                .Add("append", "b", 1, null, trial, throughput: b)
                .Add("append", "c", 1, null, trial, throughput: c);
        }

        var ranking = Suite(run).Rankings.Single();
        ranking.Entries.Select(e => (e.Store, e.Measured.Median, e.OverlapsNext))
            .ShouldBe([("a", 1050.0, true), ("b", 1010.0, false), ("c", 105.0, false)]);
        ranking.Caveats.ShouldBe(["Its interval overlaps with that of b: the order of the two is not certain."]);
    }

    [Fact]
    public void The_answer_is_one_sentence_with_the_number_and_its_load_and_its_caveats_stand_below()
    {
        var suite = Suite(new SyntheticRun()
            .Add("append", "sqlite", 1, null, throughput: 1_000)
            .Add("append", "postgres", 8, null, throughput: 5_123, latencyMicroseconds: 1000, shareOfCeiling: 0.81));
        AnswerOf(suite.Rankings.Single()).ShouldBe("postgres appended most of 2 fsync stores: 5,120 a second at 8 copies, p99 3.62 ms.");
        suite.Rankings.Single().Caveats.ShouldBe(
            ["0.646% of its requests failed there.", "The load generator was the limit there: the store may do more."]);
    }
}
