namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite ingest on what needs no server.</summary>
public sealed class IngestTests : IDisposable
{
    private const string PublishedColumns =
        "cluster_type,node_count,event_type,buffer_type,buffer_size_in_bytes,event_count,trial,duration_in_ms,measured_on,";

    private const string Verified =
        "verified: 3,000 acknowledged events, each there once as it was sent, also after reopening by another process "
        + "(trial 2 of 2, all verified)";

    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Each_mode_is_run_verified_and_written_in_the_published_columns()
    {
        var ended = await Command.RunAsync(
            "ingest", "--profile", "smoke", "--stores", "memory,sqlite", "--counts", "2000", "--output", _folder.At("run"));

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(_folder.At("run"));
        run.Run.Via.ShouldBe("direct");
        run.Steps.Select(s => $"{s.Store} {s.Ingest!.BufferMode} {s.Ingest!.Count}").Order(StringComparer.Ordinal).ShouldBe(
            (from store in new[] { "memory", "sqlite" }
             from mode in new[] { "blocking", "non-blocking" }
             select $"{store} {mode} 2000").Order(StringComparer.Ordinal));
        run.Steps.ShouldAllBe(s => s.Verdict.Passed && s.Verdict.Acknowledged == Sent(s) && s.Throughput > 0);
        run.Steps.Select(s => s.Ingest!).ShouldAllBe(i => i.Nodes == 1);
        run.Steps.Select(s => s.Ingest!.Trials).ShouldAllBe(t => !t[0].Warm && t[1].Warm);
        var lines = await File.ReadAllLinesAsync(_folder.At("run/ingest.csv"), TestContext.Current.CancellationToken);
        lines[0].ShouldStartWith(PublishedColumns);
        lines.Length.ShouldBe(1 + (2 * run.Steps.Count));
        lines[1].ShouldStartWith("embedded,1,SafeEvent,blocking,4096,");
        ended.Output.ShouldContain(Verified);
    }

    [Fact]
    public async Task A_store_without_bulk_appends_is_named_with_its_reason_and_the_others_run()
    {
        var ended = await Command.RunAsync(
            "ingest", "--profile", "smoke", "--stores", "memory,lie-lost", "--plugin-folder", Places.FaultyStores, "--counts", "10",
            "--output", _folder.At("run"));

        ended.ShouldExitWith(1).Output.ShouldContain("lie-lost did not run: It has no bulk append");
        RunFolder.Read(_folder.At("run")).Steps.ShouldAllBe(s => s.Store == "memory" && s.Verdict.Passed);
    }

    [Fact]
    public async Task The_same_trials_go_through_the_API_and_are_marked_as_remote()
    {
        var ended = await Command.RunAsync(
            "ingest", "--profile", "smoke", "--stores", "sqlite", "--via", "http", "--buffer-mode", "blocking",
            "--output", _folder.At("run"));

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(_folder.At("run"));
        run.Run.Via.ShouldBe("http");
        run.Steps.Select(s => s.Ingest!.Count).Order().ShouldBe([1, 2_000]);
        run.Steps.ShouldAllBe(s => s.Verdict.Passed && s.Verdict.Acknowledged == Sent(s));
        run.Steps.Select(s => s.Ingest!).ShouldAllBe(i => i.Remote && i.ClusterType == "embedded");
        var lines = await File.ReadAllLinesAsync(_folder.At("run/ingest.csv"), TestContext.Current.CancellationToken);
        lines.Length.ShouldBe(1 + (2 * 2));
        lines.Skip(1).ShouldAllBe(l => l.StartsWith("remote,1,SafeEvent,blocking,4096,", StringComparison.Ordinal));
        lines.Skip(1).ShouldAllBe(l => l.EndsWith(",embedded,http,false,passed", StringComparison.Ordinal));
        ended.Output.ShouldContain(Verified);
    }

    // Two trials, and before the second one a flush of 1,000 events at most.
    private static long Sent(StepRecord step) => (2 * step.Ingest!.Count) + Math.Min(step.Ingest!.Count, 1_000);
}
