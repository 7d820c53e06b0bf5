namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite growth on what needs no server.</summary>
public sealed class GrowthTests : RunTest
{
    [Nightly, Fact]
    public async Task A_store_is_measured_as_it_grows_beside_a_background_load_and_verified_at_the_end()
    {
        var (ended, run) = await RunAsync("growth --profile smoke --stores memory,sqlite --background 200");

        ended.Output.ShouldContain("growth sqlite to 6,000 events");
        run.Run.Workloads["growth"].Parameters.Single(p => p.Name == "background").Value.ShouldBe("200");
        run.Steps.Count.ShouldBe(2);
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            var growth = step.Growth.ShouldNotBeNull();
            (growth.Background, growth.Samples.Count).ShouldBe((200, 3));
            growth.Samples.Select(s => s.Events).ShouldBeInOrder();
            growth.Samples.ShouldAllBe(s => s.FillRate > 0 && s.CatchUpRate > 0 && s.LongRead > s.ShortRead && s.Append <= s.AppendP99);
            growth.Samples.ShouldAllBe(s => s.ProjectionDelay > TimeSpan.Zero && s.ClientMemory > 0 && s.BackgroundRate > 0);
            growth.Rebuild.ShouldNotBeNull();
            var beside = step.Operations.Single(o => o.Operation == "background append").ServiceTime.Count;

            // 6,000 to fill it, 100 of short streams, 1,121 at each of three samples: the last is read at once.
            step.Verdict.Acknowledged.ShouldBe(6_000 + 100 + (3 * 1_121) + beside);
        }

        // A store in memory cannot be closed and opened again, and has nothing on the disk.
        var byStore = run.Steps.ToDictionary(s => s.Store, s => s.Growth!);
        byStore["memory"].Samples.ShouldAllBe(s => s.Open == null && s.DataBytes == null);
        byStore["sqlite"].Samples.ShouldAllBe(s => s.Open > TimeSpan.Zero && s.DataBytes > 0 && s.WrittenBytes > 0);
        byStore["sqlite"].Restart.ShouldNotBeNull();
        ReadResult("report.md").ShouldContain("The background load while samples were taken");
    }

    [Theory]
    [InlineData("--slo p99=1s", "memory keeps p99 within 1000 ms up to 16,042 events (confirmed three times); no higher load was tried.")]
    [InlineData(
        "--slo p99=500us --store-option memory.delay=1ms",
        "memory keeps p99 within 0.5 ms at no load that was tried; 3,200 events breaks it.")]
    public async Task It_grows_until_a_bound_is_broken(string options, string answer)
    {
        var (ended, run) = await RunAsync($"growth --profile smoke --stores memory {options}");
        var step = run.Steps.ShouldHaveSingleItem();
        step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
        ended.Output.ReplaceLineEndings(" ").ShouldContain(answer);
        ReadResult("report.md").ShouldContain(answer);
    }
}
