namespace EventSourcingBench.LoadTests.Tests;

public sealed class TimeLeftTests
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
        Step[] steps = [Ingest(1, 1_000_000), Ingest(2, 1_000_000), Ingest(3, 1_000_000)];
        var left = Plan(steps);
        left.Estimate().ShouldBe(3 * steps[0].GuessedTime(TimeSpan.Zero));

        _clock.Advance(TimeSpan.FromSeconds(7));
        left.StepDone(steps[0]);
        left.Estimate().TotalSeconds.ShouldBe(14, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(3));
        left.Estimate().TotalSeconds.ShouldBe(11, tolerance: 0.001);

        // The second step takes longer than was thought; the third still takes its time.
        _clock.Advance(TimeSpan.FromSeconds(30));
        left.Estimate().TotalSeconds.ShouldBe(7, tolerance: 0.001);
    }

    [Fact]
    public void Planned_load_is_known_and_the_rest_of_a_step_is_the_mean_of_those_so_far()
    {
        var steps = Loads(3, warmUp: 2, duration: 8);
        var left = Plan(steps);
        left.Estimate().TotalSeconds.ShouldBe(33, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(14));
        left.StepDone(steps[0]);
        left.Estimate().TotalSeconds.ShouldBe(28, tolerance: 0.001);
    }

    [Fact]
    public void An_engine_that_takes_its_time_is_in_the_estimate_from_the_beginning_and_each_step_lowers_it()
    {
        var steps = Loads(4, warmUp: 1, duration: 2);
        var left = new TimeLeft(_clock);
        left.Plan(new StepPlan([.. steps.Chunk(1)]) { AroundLoad = TimeSpan.FromSeconds(3) });
        var estimates = new List<double> { left.Estimate().TotalSeconds };
        foreach (var step in steps)
        {
            _clock.Advance(TimeSpan.FromSeconds(6.5));
            left.StepDone(step);
            estimates.Add(left.Estimate().TotalSeconds);
        }

        estimates.ShouldBe([24, 19.5, 13, 6.5, 0], tolerance: 0.001);
    }

    [Fact]
    public void Steps_at_the_same_time_take_as_long_as_one()
    {
        var steps = Loads(4, warmUp: 1, duration: 2);
        var left = new TimeLeft(_clock);
        left.Plan(new StepPlan([.. steps.Chunk(2)]));
        left.Estimate().TotalSeconds.ShouldBe(8, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(5));
        left.StepDone(steps[0]);
        left.StepDone(steps[1]);
        left.Estimate().TotalSeconds.ShouldBe(5, tolerance: 0.001);
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
