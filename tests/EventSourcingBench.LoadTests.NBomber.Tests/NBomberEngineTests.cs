using System.Diagnostics;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.NBomber.Tests;

/// <summary>The real NBomber, against requests that take a known time.</summary>
public sealed class NBomberEngineTests : IDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly string _folder = Path.Combine(Path.GetTempPath(), $"nbomber-tests-{Guid.NewGuid():N}");
    private readonly Requests _requests = new();

    public void Dispose()
    {
        if (Directory.Exists(_folder))
        {
            Directory.Delete(_folder, recursive: true);
        }
    }

    [Fact]
    public void It_is_the_release_under_the_free_licence_unless_another_was_asked_for() =>
        new NBomberEngine().Version.ShouldStartWith("4.1.");

    [Fact]
    public async Task Copies_send_one_after_the_other_from_a_common_start_and_the_warm_up_is_not_recorded()
    {
        var recorder = Recorder(4);
        var warm = 0L;

        var measured = await RunAsync(Closed(4, warmUp: Second), recorder, () =>
        {
            _requests.UnderWay.ShouldBe(0);
            warm = _requests.Count;
        });

        measured.Elapsed.ShouldBeInRange(Second, Second * 1.5);
        measured.Interrupted.ShouldBeFalse();
        warm.ShouldBeGreaterThan(0);
        recorder.Totals().Successes.ShouldBe(_requests.Count - warm);
        _requests.MostUnderWay.ShouldBe(4);
        _requests.DoubledWorker.ShouldBeNull();
        var response = Success(recorder).ResponseTime;
        response.ShouldBeEquivalentTo(Success(recorder).ServiceTime);
        // Waiting at the start line is in no request's time: NBomber's copies gather for most of a second.
        LatencyHistogram.FromRecord(response).Percentile(50).ShouldBeLessThan(TimeSpan.FromMilliseconds(200));
    }

    [Fact]
    public async Task Copies_join_one_after_the_other_on_a_ramp()
    {
        var recorder = Recorder(4);

        var measured = await RunAsync(Closed(4, warmUp: TimeSpan.Zero) with { Ramp = true, Duration = 4 * Second }, recorder);

        measured.Elapsed.ShouldBeInRange(4 * Second, 5 * Second);
        _requests.MostUnderWay.ShouldBeInRange(2, 4);
        recorder.Totals().Successes.ShouldBe(_requests.Count);
    }

    [Fact]
    public async Task A_rate_is_kept_and_a_busy_store_makes_the_rest_wait_and_the_wait_counts()
    {
        var recorder = Recorder(2);
        _requests.Time = TimeSpan.FromMilliseconds(100);

        // Two workers at 100 ms answer 20 a second; 40 a second are due.
        var measured = await RunAsync(Open(40, duration: 2 * Second) with { MaxInFlight = 2 }, recorder);

        // What NBomber drew for the very end of its last interval, it sometimes does not send.
        _requests.Count.ShouldBeInRange(76, 80);
        recorder.Totals().Requests.ShouldBe(_requests.Count);
        _requests.MostUnderWay.ShouldBe(2);
        _requests.DoubledWorker.ShouldBeNull();
        measured.Elapsed.ShouldBeGreaterThan(3 * Second);
        LatencyHistogram.FromRecord(Success(recorder).ServiceTime).Percentile(50).ShouldBeLessThan(Second);
        LatencyHistogram.FromRecord(Success(recorder).ResponseTime).Percentile(90).ShouldBeGreaterThan(Second);
        measured.Notes.ShouldContain(n => n.StartsWith("NBomber sends 40 requests in each 1 s", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_rate_rises_from_nothing()
    {
        var recorder = Recorder(256);

        await RunAsync(Open(100, duration: 4 * Second) with { Ramp = true }, recorder);

        // NBomber's steps: 0, 25, 50 and 75 in a second.
        recorder.Totals().Successes.ShouldBeInRange(140, 150);
    }

    [Fact]
    public async Task Its_own_report_is_kept_and_its_folder_emptied_before()
    {
        Directory.CreateDirectory(_folder);
        await File.WriteAllTextAsync(Path.Combine(_folder, "old.html"), "old", TestContext.Current.CancellationToken);

        var measured = await RunAsync(Closed(1, TimeSpan.Zero), Recorder(1), reportFolder: _folder);

        measured.EngineReport.ShouldBe(Path.Combine(_folder, "nbomber.html"));
        var html = await File.ReadAllTextAsync(measured.EngineReport!, TestContext.Current.CancellationToken);
        html.ShouldContain("test request");
        File.Exists(Path.Combine(_folder, "old.html")).ShouldBeFalse();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cancellation_ends_it_soon_and_keeps_what_was_measured(bool closed)
    {
        using var cancel = new CancellationTokenSource();
        var recorder = Recorder(256);
        var simulation = closed ? Closed(2, TimeSpan.Zero) : Open(50, duration: Second);
        var clock = Stopwatch.StartNew();
        _requests.OnRequest = count =>
        {
            if (count == 10)
            {
                cancel.Cancel();
            }
        };

        var measured = await RunAsync(simulation with { Duration = 10 * Second * 6 }, recorder, cancellationToken: cancel.Token);

        clock.Elapsed.ShouldBeLessThan(20 * Second);
        measured.Interrupted.ShouldBeTrue();
        recorder.Totals().Successes.ShouldBeGreaterThanOrEqualTo(10);
        recorder.Totals().Successes.ShouldBe(_requests.Count);
        _requests.UnderWay.ShouldBe(0);
    }

    [Fact]
    public async Task Cancelled_before_the_load_it_measures_nothing()
    {
        var measured = await RunAsync(Closed(1, TimeSpan.Zero), Recorder(1), cancellationToken: new CancellationToken(canceled: true));

        measured.Interrupted.ShouldBeTrue();
        _requests.Count.ShouldBe(0);
    }

    [Fact]
    public async Task Outcomes_are_kept_apart_and_thousands_of_failures_do_not_end_the_test()
    {
        var recorder = Recorder(8);
        _requests.Time = TimeSpan.Zero;
        _requests.Answer = call => call.Sequence == 0 ? Outcome.Success : Outcome.Conflict;

        await RunAsync(Closed(8, TimeSpan.Zero) with { Duration = 2 * Second }, recorder);

        recorder.Totals().Successes.ShouldBe(1);
        recorder.Totals().Conflicts.ShouldBe(_requests.Count - 1);
        recorder.Totals().Conflicts.ShouldBeGreaterThan(5_000);
    }

    [Fact]
    public async Task A_defect_of_the_scenario_ends_the_step_with_its_words()
    {
        _requests.Answer = _ => throw new InvalidOperationException("no such worker");

        var thrown = await Should.ThrowAsync<LoadEngineException>(RunAsync(Closed(2, TimeSpan.Zero), Recorder(2)));

        thrown.Message.ShouldBe("A request ended with a defect: no such worker");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_fails_between_warm_up_and_load_is_thrown_as_it_is(bool closed)
    {
        var simulation = closed ? Closed(2, TimeSpan.Zero) : Open(50, Second);

        await Should.ThrowAsync<TimeoutException>(RunAsync(simulation, Recorder(256), () => throw new TimeoutException("projection")));
    }

    [Fact]
    public async Task Less_than_a_second_is_refused_with_the_fix() =>
        (await Should.ThrowAsync<LoadEngineException>(RunAsync(Closed(1, TimeSpan.Zero) with { Duration = Second / 2 }, Recorder(1))))
            .Message.ShouldContain("--engine built-in");

    private static LoadRecorder Recorder(int workers) => new("test request", workers, TimeProvider.System);

    private static LoadSimulation Closed(int copies, TimeSpan warmUp) => new() { Copies = copies, WarmUp = warmUp, Duration = Second };

    private static LoadSimulation Open(double rate, TimeSpan duration) => new() { Rate = rate, WarmUp = TimeSpan.Zero, Duration = duration };

    private static OperationRecord Success(LoadRecorder recorder) => recorder.Operations().Single(o => o.Outcome == Outcome.Success);

    private Task<MeasuredTime> RunAsync(
        LoadSimulation simulation, LoadRecorder recorder, Action? onWarm = null, string? reportFolder = null, CancellationToken cancellationToken = default) =>
        new NBomberEngine().RunAsync(
            new LoadScenario("test request", _requests.SendAsync) { ReportFolder = reportFolder },
            simulation,
            recorder,
            () =>
            {
                onWarm?.Invoke();
                return ValueTask.CompletedTask;
            },
            cancellationToken);
}
