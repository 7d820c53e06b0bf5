namespace EventSourcingBench.LoadTests.Tests;

public sealed class ProgressTests
{
    private readonly FakeClock _clock = new();

    [Fact]
    public void Steps_with_more_events_are_thought_to_take_longer()
    {
        var (small, large) = (Ingest(1, 100), Ingest(2, 1_000_000));
        var left = Plan(small, large);

        // Ten trials of a hundred events took 2 s. By a plain mean the million would take 2 s as well.
        _clock.Advance(TimeSpan.FromSeconds(2));
        left.StepDone(small);
        left.Estimate().TotalSeconds.ShouldBeGreaterThan(20);
    }

    [Fact]
    public void What_was_guessed_is_corrected_by_what_the_steps_so_far_took()
    {
        Step[] steps = [.. Enumerable.Range(1, 3).Select(n => Ingest(n, 1_000_000))];
        var left = Plan(steps);
        left.Estimate().ShouldBe(3 * steps[0].GuessedTime(TimeSpan.Zero));

        // At last the second step takes longer than was thought; the third still takes its time.
        foreach (var (seconds, isDone, estimate) in new[] { (7, true, 14), (3, false, 11), (30, false, 7) })
        {
            _clock.Advance(TimeSpan.FromSeconds(seconds));
            if (isDone)
                left.StepDone(steps[0]);

            left.Estimate().TotalSeconds.ShouldBe(estimate, tolerance: 0.001);
        }
    }

    [Theory]
    // Planned load is known, and the rest of a step is the mean of those so far.
    [InlineData(3, 1, 10, 1, 14, new[] { 33.0, 28 })]
    // An engine that takes its time is in the estimate from the beginning, and each step lowers it.
    [InlineData(4, 1, 3, 3, 6.5, new[] { 24, 19.5, 13, 6.5, 0 })]
    // Steps at the same time take as long as one.
    [InlineData(4, 2, 3, 1, 5, new[] { 8.0, 5 })]
    public void Load_is_planned_and_what_is_around_it_is_learnt(
        int count, int together, double load, double around, double took, double[] estimates)
    {
        var groups = Loads(count, warmUp: 1, load - 1).Chunk(together).ToList();
        var left = new TimeLeft(_clock);
        left.Plan(new StepPlan(groups) { AroundLoad = TimeSpan.FromSeconds(around) });
        var found = new List<double> { left.Estimate().TotalSeconds };
        foreach (var group in groups.Take(estimates.Length - 1))
        {
            _clock.Advance(TimeSpan.FromSeconds(took));
            Array.ForEach(group, left.StepDone);
            found.Add(left.Estimate().TotalSeconds);
        }

        found.ShouldBe(estimates, tolerance: 0.001);
    }

    [Fact]
    public void A_log_begins_with_the_estimate_of_all_and_counts_one_step_as_one()
    {
        var output = new StringWriter();
        var steps = Loads(2, warmUp: 1, duration: 2);
        var progress = new RunProgress(output, _clock);
        progress.RunStarts(new StepPlan([[steps[0]]]) { AroundLoad = TimeSpan.FromSeconds(4) });
        progress.RunStarts(new StepPlan([[steps[0]], [steps[1]]]));
        progress.RunStarts(new StepPlan([[Ingest(1, 1)]]));
        output.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries)
            .ShouldBe(["1 step, about 0:07 in all, 0:03 of it load", "2 steps, about 0:08 in all, 0:06 of it load", "1 step"]);
    }

    [Fact]
    public void A_counted_phase_is_reported_once_a_second_and_at_the_end()
    {
        var counting = new Counting();
        var phase = new CountedPhase(counting, Counting.Step, "creating shows", 10_000, _clock);
        for (var i = 0; i < 10_000; i++)
        {
            _clock.Advance(TimeSpan.FromMilliseconds(0.4));
            phase.Advance();
        }

        counting.Heard.ShouldBe(new[] { "1", "2,501", "5,001", "7,501", "10,000" }.Select(done => $"creating shows: {done} of 10,000"));
    }

    [Fact]
    public void A_log_gets_a_line_every_ten_seconds_of_a_long_phase_and_none_of_a_short_one()
    {
        var output = new StringWriter();
        var plain = new RunProgress(output, _clock);
        // Two steps at the same time.
        Step[] steps = [Counting.Step, Counting.Step with { Number = 2 }];
        foreach (var done in Enumerable.Range(1, 25).Concat([25, 1]))
        {
            Array.ForEach(steps, s => plain.Counted(s, "creating shows", done, 25));
            _clock.Advance(TimeSpan.FromSeconds(done < 25 ? 1 : 0));
        }

        output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(l => l[l.IndexOf("creating", StringComparison.Ordinal)..])
            .ShouldBe(new[] { 11, 11, 21, 21 }.Select(done => $"creating shows: {done} of 25"));
    }

    private TimeLeft Plan(params Step[] steps)
    {
        var left = new TimeLeft(_clock);
        left.Plan(new StepPlan([.. steps.Chunk(1)]));
        return left;
    }

    private static Step[] Loads(int count, double warmUp, double duration)
    {
        var workload = WorkloadFile.Load("append", "smoke").With([
            new(LoadParameters.WarmUp, FormattableString.Invariant($"{warmUp}s")),
            new(LoadParameters.Duration, FormattableString.Invariant($"{duration}s"))]);
        return [.. Enumerable.Range(1, count).Select(
            n => new Step(n, SuiteCatalog.Find("append"), workload, "memory", Trial: 1, Copies: 1, Rate: null))];
    }

    private static Step Ingest(int number, long count) =>
        new(number, SuiteCatalog.Find("ingest"), WorkloadFile.Load("ingest", "paper"), "memory", Trial: 1, Copies: null, Rate: null)
        {
            Events = count,
        };
}
