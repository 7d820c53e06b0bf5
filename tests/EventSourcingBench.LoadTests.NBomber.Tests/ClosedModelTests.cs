using System.Text.RegularExpressions;

namespace EventSourcingBench.LoadTests.NBomber.Tests;

public sealed class ClosedModelTests : NBomberTest
{
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
            Requests.UnderWay.ShouldBe(0);
            warm = Requests.Count;
        });

        measured.Elapsed.ShouldBeInRange(Second, Second * 1.5);
        measured.Interrupted.ShouldBeFalse();
        warm.ShouldBeGreaterThan(0);
        recorder.Totals().Successes.ShouldBe(Requests.Count - warm);
        (Requests.MostUnderWay, Requests.DoubledWorker).ShouldBe((4, null));
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
        Requests.MostUnderWay.ShouldBeInRange(2, 4);
        recorder.Totals().Successes.ShouldBe(Requests.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Its_own_report_counts_the_requests_that_were_sent_and_each_status_once_and_is_kept_in_an_emptied_folder(bool ramp)
    {
        using var folder = new TempFolder();
        var old = folder.Write("old.html", "old");
        var recorder = Recorder(4);
        var load = Closed(4, TimeSpan.Zero) with { Ramp = ramp, Duration = 2 * Second };
        var measured = await RunAsync(load, recorder, reportFolder: folder.Path);

        measured.EngineReport.ShouldBe(folder.At("nbomber.html"));
        File.Exists(old).ShouldBeFalse();
        var html = await File.ReadAllTextAsync(measured.EngineReport!, Cancel);
        html.ShouldContain("test request");
        var scenario = html[html.IndexOf("\"ScenarioStats\"", StringComparison.Ordinal)..];
        var successes = recorder.Totals().Successes;

        // A copy whose call came at the end sends nothing, and NBomber counts the call.
        Number(scenario, "\"Request\":\\s*{\\s*\"Count\"").ShouldBeInRange(successes, successes + 4);
        Number(scenario, "\"StatusCode\":\\s*\"Success\"[^}]*\"Count\"").ShouldBe(successes);
    }

    private static long Number(string json, string before) =>
        long.Parse(Regex.Match(json, before + ":\\s*([0-9]+)").Groups[1].Value, CultureInfo.InvariantCulture);

    [Fact]
    public async Task Outcomes_are_kept_apart_and_thousands_of_failures_do_not_end_the_test()
    {
        var recorder = Recorder(8);
        Requests.Time = TimeSpan.Zero;
        Requests.Answer = call => call.Sequence == 0 ? Outcome.Success : Outcome.Conflict;
        await RunAsync(Closed(8, TimeSpan.Zero) with { Duration = 2 * Second }, recorder);
        (recorder.Totals().Successes, recorder.Totals().Conflicts).ShouldBe((1, Requests.Count - 1));
        recorder.Totals().Conflicts.ShouldBeGreaterThan(5_000);
    }
}
