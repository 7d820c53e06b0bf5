namespace EventSourcingBench.LoadTests.NBomber.Tests;

public sealed class FailureTests : NBomberTest
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cancellation_ends_it_soon_and_keeps_what_was_measured(bool closed)
    {
        using var cancel = new CancellationTokenSource();
        var recorder = Recorder(256);
        var simulation = closed ? Closed(2, TimeSpan.Zero) : Open(50, duration: Second);
        var clock = Stopwatch.StartNew();
        Requests.OnRequest = count =>
        {
            if (count == 10)
                cancel.Cancel();
        };

        var measured = await RunAsync(simulation with { Duration = 10 * Second * 6 }, recorder, cancellationToken: cancel.Token);

        clock.Elapsed.ShouldBeLessThan(20 * Second);
        measured.Interrupted.ShouldBeTrue();
        recorder.Totals().Successes.ShouldBeGreaterThanOrEqualTo(10);
        recorder.Totals().Successes.ShouldBe(Requests.Count);
        Requests.UnderWay.ShouldBe(0);
    }

    [Fact]
    public async Task Cancelled_before_the_load_it_measures_nothing()
    {
        var measured = await RunAsync(Closed(1, TimeSpan.Zero), Recorder(1), cancellationToken: new CancellationToken(canceled: true));
        (measured.Interrupted, Requests.Count).ShouldBe((true, 0));
    }

    [Fact]
    public async Task A_defect_of_the_scenario_ends_the_step_with_its_words()
    {
        Requests.Answer = _ => throw new InvalidOperationException("no such worker");
        var thrown = await Should.ThrowAsync<LoadEngineException>(RunAsync(Closed(2, TimeSpan.Zero), Recorder(2)));
        thrown.Message.ShouldBe("A request ended with a defect: no such worker");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_fails_between_warm_up_and_load_is_thrown_as_it_is(bool closed) => await Should.ThrowAsync<TimeoutException>(
        RunAsync(closed ? Closed(2, TimeSpan.Zero) : Open(50, Second), Recorder(256), () => throw new TimeoutException("projection")));

    [Fact]
    public async Task Less_than_a_second_is_refused_with_the_fix() =>
        (await Should.ThrowAsync<LoadEngineException>(RunAsync(Closed(1, TimeSpan.Zero) with { Duration = Second / 2 }, Recorder(1))))
            .Message.ShouldContain("--engine built-in");
}
