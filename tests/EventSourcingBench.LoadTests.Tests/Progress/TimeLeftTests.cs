using EventSourcingBench.Testing;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class TimeLeftTests
{
    private readonly FakeClock _clock = new();

    [Fact]
    public void Steps_that_pour_in_more_events_are_thought_to_take_longer()
    {
        var (small, large) = (Ingest(1, 100), Ingest(2, 1_000_000));
        var left = new TimeLeft(_clock);
        left.Plan([small, large], TimeSpan.Zero);

        // Ten trials of a hundred events took 2 s. By a plain mean the million would take 2 s as well.
        _clock.Advance(TimeSpan.FromSeconds(2));
        left.StepDone(small);

        left.Estimate().TotalSeconds.ShouldBeGreaterThan(20);
    }

    [Fact]
    public void What_was_guessed_is_corrected_by_what_the_steps_so_far_took()
    {
        Step[] steps = [Ingest(1, 1_000_000), Ingest(2, 1_000_000), Ingest(3, 1_000_000)];
        var left = new TimeLeft(_clock);
        left.Plan(steps, TimeSpan.Zero);
        left.Estimate().ShouldBe(3 * steps[0].GuessedTime);

        _clock.Advance(TimeSpan.FromSeconds(7));
        left.StepDone(steps[0]);
        left.Estimate().TotalSeconds.ShouldBe(14, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(3));
        left.Estimate().TotalSeconds.ShouldBe(11, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(30));
        left.Estimate().ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void Planned_load_is_known_and_the_rest_of_a_step_is_the_mean_of_those_so_far()
    {
        var workload = WorkloadFile.Load("append", "smoke") with { WarmUp = TimeSpan.FromSeconds(2), Duration = TimeSpan.FromSeconds(8) };
        var steps = Enumerable.Range(1, 3).Select(n => new Step(n, Suite.Find("append"), workload, "memory", Trial: 1, Copies: 1, Rate: null)).ToList();
        var left = new TimeLeft(_clock);
        left.Plan(steps, TimeSpan.FromSeconds(30));
        left.Estimate().TotalSeconds.ShouldBe(33, tolerance: 0.001);

        _clock.Advance(TimeSpan.FromSeconds(14));
        left.StepDone(steps[0]);
        left.Estimate().TotalSeconds.ShouldBe(28, tolerance: 0.001);
    }

    private static Step Ingest(int number, long count) =>
        new(number, Suite.Find("ingest"), WorkloadFile.Load("ingest", "paper"), "memory", Trial: 1, Copies: null, Rate: null) { Ingest = new IngestLoad("blocking", 1 << 20, count) };
}
