namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite ingest on what needs no server.</summary>
public sealed class IngestTests : RunTest
{
    private const string Verified =
        "verified: 3,000 acknowledged events, each there once as it was sent, also after reopening by another process "
        + "(trial 2 of 2, all verified)";

    [Fact]
    public async Task Each_mode_is_run_and_verified_each_trial_is_a_line_of_the_csv_file_and_a_store_without_bulk_appends_is_named()
    {
        var (ended, run) = await RunAsync(
            $"ingest --profile smoke --stores memory,sqlite,lie-lost {WithFaulty} --counts 2000", exitCode: 1);

        ended.Output.ShouldContain("lie-lost did not run: It has no bulk append");
        run.Run.Via.ShouldBe("direct");
        run.Steps.Select(s => $"{s.Store} {s.Ingest!.BufferMode} {s.Ingest!.Count}").Order(StringComparer.Ordinal).ShouldBe(
            (from store in new[] { "memory", "sqlite" }
             from mode in new[] { "blocking", "non-blocking" }
             select $"{store} {mode} 2000").Order(StringComparer.Ordinal));
        run.Steps.ShouldAllBe(s => s.Verdict.Passed && s.Verdict.Acknowledged == Sent(s) && s.Throughput > 0);
        run.Steps.Select(s => s.Ingest!).ShouldAllBe(i => i.Nodes == 1);
        run.Steps.Select(s => s.Ingest!.Trials).ShouldAllBe(t => !t[0].Warm && t[1].Warm);
        var lines = ReadResult("ingest.csv").ReplaceLineEndings("\n").TrimEnd('\n').Split('\n');
        lines.Length.ShouldBe(1 + (2 * run.Steps.Count));
        lines[1].ShouldStartWith("embedded,1,SafeEvent,blocking,4096,");
        ended.Output.ShouldContain(Verified);
    }

    // Too few events are read back before the last ones show: then they are lost.
    [Fact]
    public async Task What_shows_late_what_it_acknowledged_is_found_by_a_read_at_once()
    {
        var (_, run) = await RunAsync(
            $"ingest --profile smoke --stores lie-visible-late {WithFaulty} --counts 50000 --trials 5 --buffer-mode blocking", exitCode: 1);
        var verdict = run.Steps.ShouldHaveSingleItem().Verdict;
        (verdict[FindingKind.StaleRead] + verdict[FindingKind.Lost]).ShouldBePositive(verdict.Text);
    }

    [Fact]
    public async Task The_same_trials_go_through_the_API_and_are_marked_as_remote()
    {
        var (ended, run) = await RunAsync("ingest --profile smoke --stores sqlite --via http --buffer-mode blocking");
        run.Run.Via.ShouldBe("http");
        run.Steps.Select(s => s.Ingest!.Count).Order().ShouldBe([1, 2_000]);
        run.Steps.ShouldAllBe(s => s.Verdict.Passed && s.Verdict.Acknowledged == Sent(s));
        run.Steps.Select(s => s.Ingest!).ShouldAllBe(i => i.Remote && i.ClusterType == "embedded");
        ended.Output.ShouldContain(Verified);
    }

    [Fact]
    public async Task The_largest_buffer_within_a_bound_is_searched()
    {
        var (ended, run) = await RunAsync(
            "ingest --profile smoke --stores memory --counts 2000 --trials 1 --buffer-mode blocking --buffers 32MB,1KB --slo p99=10s");
        var step = run.Steps.ShouldHaveSingleItem();
        // A larger one is not filled by 2,000 events.
        var all = Math.Ceiling(2_000 * step.Ingest!.EventBytes);
        step.Ingest!.BufferBytes.ShouldBe((long)all);
        step.SloSearch!.Probes.Select(p => p.Rate).ShouldBe([all, all, all]);
        ended.Output.ReplaceLineEndings(" ").ShouldContain(FormattableString.Invariant(
            $"memory keeps p99 within 10000 ms up to {all:N0} bytes a flush (confirmed three times); no higher load was tried."));
    }

    // Two trials, and before the second one a flush of 1,000 events at most.
    private static long Sent(StepRecord step) => (2 * step.Ingest!.Count) + Math.Min(step.Ingest!.Count, 1_000);
}
