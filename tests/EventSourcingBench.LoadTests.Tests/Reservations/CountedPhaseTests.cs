namespace EventSourcingBench.LoadTests.Tests;

public sealed class CountedPhaseTests
{
    [Fact]
    public void It_is_reported_once_a_second_and_at_the_end()
    {
        var (counting, clock) = (new Counting(), new FakeClock());
        var phase = counting.Phase("creating shows", 10_000, clock);
        for (var i = 0; i < 10_000; i++)
        {
            clock.Advance(TimeSpan.FromMilliseconds(0.4));
            phase.Advance();
        }

        counting.Heard.ShouldBe(
            new[] { "1", "2,501", "5,001", "7,501", "10,000" }.Select(done => $"creating shows: {done} of 10,000"));
    }

    [Fact]
    public async Task A_log_gets_a_line_every_ten_seconds_of_a_long_phase_and_none_of_a_short_one()
    {
        var (output, clock) = (new StringWriter(), new FakeClock());
        var plain = new RunProgress(output, clock);
        for (var done = 1; done <= 25; done++)
        {
            plain.Counted(Counting.Step, "creating shows", done, 25);
            clock.Advance(TimeSpan.FromSeconds(1));
        }

        plain.Counted(Counting.Step, "creating shows", 25, 25);
        plain.Counted(Counting.Step, "creating shows", 1, 25);
        await output.FlushAsync(TestContext.Current.CancellationToken);
        output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(l => l[l.IndexOf("creating", StringComparison.Ordinal)..])
            .ShouldBe(["creating shows: 11 of 25", "creating shows: 21 of 25"]);
    }
}
