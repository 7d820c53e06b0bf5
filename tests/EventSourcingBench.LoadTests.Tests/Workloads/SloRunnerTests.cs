namespace EventSourcingBench.LoadTests.Tests;

/// <summary>The search for the highest rate: it finds the limit of a store whose limit is known.</summary>
public sealed class SloRunnerTests
{
    private static readonly SloRecord Slo = new(99, TimeSpan.FromMilliseconds(20));

    [Theory]
    [InlineData(40)]
    [InlineData(90)]
    [InlineData(100)]
    [InlineData(777)]
    [InlineData(5_000)]
    [InlineData(95_000)]
    public async Task The_highest_rate_is_found_to_a_tenth_and_confirmed(double limit)
    {
        var record = await RunAsync(limit);
        var search = record.SloSearch.ShouldNotBeNull();
        var found = search.Rate.ShouldNotBeNull();
        found.ShouldBeInRange(limit / 1.1, limit);
        record.Rate.ShouldBe(found);
        search.Probes.ShouldAllBe(p => p.Held == (p.Rate <= limit));
        search.Probes.Select(p => p.EngineReport).ShouldBeUnique();
        search.Probes.Where(p => !p.Held).CountBy(p => p.Rate).ShouldAllBe(r => r.Value == 2);
        (search.Confirmations, search.IsNotMonotone).ShouldBe((3, false));
        search.Broken.ShouldNotBeNull().ShouldBeInRange(limit, found * 1.1);
        search.Answer("sqlite").ShouldBe(FormattableString.Invariant(
            $"sqlite keeps p99 within 20 ms up to {found:#,0.##}/s (confirmed three times); {search.Broken:#,0.##}/s breaks it.")
            + (limit < 100 ? " Its runs had fewer requests than p99 needs: use a longer --duration." : ""));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1_000, true)]
    public async Task Where_no_rate_holds_the_last_that_was_tried_is_reported_as_such(double limit, bool isEmpty)
    {
        var search = (await RunAsync(limit, isEmpty: isEmpty)).SloSearch.ShouldNotBeNull();
        search.Rate.ShouldBeNull();
        search.Answer("sqlite").ShouldStartWith("sqlite keeps p99 within 20 ms at no rate that was tried;");
    }

    [Fact]
    public void A_search_ends_in_time_and_its_answer_lies_below_what_broke_whatever_runs_come_to() => Prop.ForAll(
        ArbMap.Default.ArbFor<bool[]>(), Gen.Choose(1, 90_000).ToArbitrary(), (outcomes, first) =>
        {
            var (search, runs) = (new RateSearch(first, LoadParameters.MaxRate, Step.MostProbes), new List<(double Rate, bool Held)>());
            while (search.Next() is { } rate)
            {
                runs.Add((rate, outcomes.Length > 0 && outcomes[runs.Count % outcomes.Length]));
                search.Add(rate, runs[^1].Held);
            }

            runs.Count.ShouldBeInRange(1, Step.MostProbes);
            runs.ShouldAllBe(r => r.Rate >= 1 && r.Rate <= LoadParameters.MaxRate);
            var byRate = runs.GroupBy(r => r.Rate).Select(g => (g.Key, Held: g.Count(r => r.Held), Broken: g.Count(r => !r.Held))).ToList();
            byRate.ShouldAllBe(r => r.Held <= 3 && r.Broken <= 2);
            if (search.Held is > 0 and var found)
            {
                byRate.ShouldAllBe(r => r.Key > found || r.Broken < 2);
                var (_, held, broken) = byRate.Single(r => r.Key.Equals(found));
                (held == 3 || runs.Count == Step.MostProbes).ShouldBeTrue();
                broken.ShouldBeLessThan(2);
            }
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void Noise_that_breaks_one_run_of_three_moves_no_answer()
    {
        for (var bad = 0; bad < 8; bad++)
        {
            var (search, runs) = (new RateSearch(100, LoadParameters.MaxRate, Step.MostProbes), new List<SloProbe>());
            while (search.Next() is { } rate)
            {
                runs.Add(new SloProbe(rate, rate, rate <= 777 && runs.Count != bad));
                search.Add(rate, runs[^1].Held);
            }

            search.Held.ShouldBeInRange(777 / 1.1, 777);
            var isSeen = runs[bad].Rate <= 777;
            new SloSearchRecord(Slo, search.Held) { Probes = runs }.IsNotMonotone.ShouldBe(isSeen);
        }
    }

    [Fact]
    public async Task A_rate_at_which_requests_have_no_answer_does_not_hold_however_soon_the_others_are_answered()
    {
        var record = await RunAsync(limit: 1_000, silentAt: 400);
        record.SloSearch.ShouldNotBeNull().Rate.ShouldNotBeNull().ShouldBeInRange(400 / 1.1, 400);
        var silent = record.SloSearch.Probes.Where(p => p.Rate >= 400).ToList();
        silent.ShouldAllBe(p => !p.Held && p.Response == TimeSpan.FromSeconds(5) && p.ResponseIsLowerBound);
        record.SloSearch.Probes.Except(silent).ShouldAllBe(p => p.Held && !p.ResponseIsLowerBound);
    }

    [Theory]
    [InlineData(400.0, double.PositiveInfinity, 100.0, 200.0, 400.0)]
    [InlineData(double.PositiveInfinity, 400.0, 100.0, 200.0)]
    [InlineData(double.PositiveInfinity, 0.0)]
    public async Task A_failed_verdict_and_an_interruption_end_the_search_and_are_reported(
        double breaksAt, double interruptedAt, params double[] rates)
    {
        var record = await RunAsync(limit: 1_000, breaksAt, interruptedAt);
        (record.Verdict.Passed, record.Interrupted).ShouldBe((breaksAt > 400, interruptedAt <= 400));
        (record.SloSearch?.Probes.Select(p => p.Rate) ?? []).ShouldBe(rates);
        (record.SloSearch is null).ShouldBe(rates.Length == 0);
    }

    [Fact]
    public void A_bound_is_read_and_nothing_else()
    {
        Values.Slo.Parse("p99=20ms").ShouldBe(new SloRecord(99, TimeSpan.FromMilliseconds(20)));
        Values.Slo.Parse("p99.9=1s").ShouldBe(new SloRecord(99.9, TimeSpan.FromSeconds(1)));
        new[] { "99=20ms", "p99", "p100=20ms", "p0=20ms", "p99=0", "p99=20" }.ShouldAllBe(text => Values.Slo.Parse(text) == null);
    }

    private static async Task<StepRecord> RunAsync(
        double limit, double breaksAt = double.MaxValue, double interruptedAt = double.MaxValue, double silentAt = double.MaxValue,
        bool isEmpty = false)
    {
        using var user = new CancellationTokenSource();
        if (interruptedAt <= 0)
            await user.CancelAsync();

        var workload = WorkloadFile.Load("reservation", "smoke").With(LoadParameters.Duration, "10s");
        var step = new Step(1, SuiteCatalog.Find("reservation"), workload, "memory", Trial: 1, Copies: null, Rate: 100);
        return await new SloRunner(step, SearchedLoad.Rate, Slo, probe => Task.FromResult(Probed(probe))).RunAsync(user.Token);

        // A store that answers in 10 ms up to its limit, in 50 ms beyond, and from some rate on leaves 2 of 100 without an answer.
        StepRecord Probed(Step probe)
        {
            var rate = probe.Rate!.Value;
            if (rate >= interruptedAt)
                user.Cancel();

            var missing = rate >= silentAt ? (int)Math.Ceiling(rate * 10 * 0.02) : 0;
            return TestTools.Step(
                "memory", isEmpty ? [] :
                [
                    TestTools.Operation("request", Outcome.Success, rate <= limit ? 10 : 50, (rate * 10) - missing),
                    TestTools.Operation("request", Outcome.Timeout, 5_000, missing),
                ]) with
            {
                Rate = rate,
                Verdict = new VerdictRecord { Passed = rate < breaksAt, Text = "" },
                Throughput = rate,
                Elapsed = isEmpty ? TimeSpan.Zero : TimeSpan.FromSeconds(10),
                EngineReport = probe.ReportFolder,
                Interrupted = user.IsCancellationRequested,
            };
        }
    }
}
