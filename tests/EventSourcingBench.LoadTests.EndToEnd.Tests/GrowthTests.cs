using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.EndToEnd.Tests;

/// <summary>The suite growth on what needs no server.</summary>
public sealed class GrowthTests : IDisposable
{
    private readonly TempFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_store_is_measured_as_it_grows_and_verified_at_the_end()
    {
        var ended = await Runner.RunAsync("growth", "--profile", "smoke", "--stores", "memory,sqlite", "--output", _folder.At("run"));

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(_folder.At("run"));
        run.Steps.Count.ShouldBe(2);
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            var growth = step.Growth.ShouldNotBeNull();
            growth.Samples.Count.ShouldBe(3);
            growth.Samples.Select(s => s.Events).ShouldBeInOrder();
            growth.Samples.ShouldAllBe(s => s.FillRate > 0 && s.CatchUpRate > 0 && s.LongRead > s.ShortRead && s.Append <= s.AppendP99);
            growth.Samples.ShouldAllBe(s => s.ProjectionDelay > TimeSpan.Zero && s.ClientMemory > 0);
            growth.Rebuild.ShouldNotBeNull();
            step.Verdict.Acknowledged.ShouldBeGreaterThan(6_000);
        }

        // What is in memory cannot be closed and opened again, nor is there anything of it on the disk.
        var byStore = run.Steps.ToDictionary(s => s.Store, s => s.Growth!);
        byStore["memory"].Samples.ShouldAllBe(s => s.Open == null && s.DataBytes == null);
        byStore["sqlite"].Samples.ShouldAllBe(s => s.Open > TimeSpan.Zero && s.DataBytes > 0 && s.WrittenBytes > 0);
        byStore["sqlite"].Restart.ShouldNotBeNull();
        ended.Output.ShouldContain("growth sqlite to 6,000 events");
    }

    [Fact]
    public async Task Appends_go_on_beside_the_samples_and_are_recorded_and_verified()
    {
        var ended = await Runner.RunAsync("growth", "--profile", "smoke", "--stores", "memory,sqlite", "--background", "200", "--output", _folder.At("run"));

        ended.ShouldExitWith(0).Errors.ShouldBeEmpty();
        var run = RunFolder.Read(_folder.At("run"));
        run.Run.Workloads["growth"].Value("background").ShouldBe("200");
        foreach (var step in run.Steps)
        {
            step.Verdict.Passed.ShouldBeTrue(step.Verdict.Text);
            step.Growth!.Background.ShouldBe(200);
            step.Growth.Samples.ShouldAllBe(s => s.BackgroundRate > 0);
            var beside = step.Operations.Single(o => o.Operation == "background append").ServiceTime.Count;
            beside.ShouldBeGreaterThan(0);

            // 6,000 to fill it, 100 of short streams, 220 at each of three samples.
            step.Verdict.Acknowledged.ShouldBe(6_000 + 100 + (3 * 220) + beside);
        }

        (await File.ReadAllTextAsync(_folder.At("run/report.md"), TestContext.Current.CancellationToken)).ShouldContain("The background load while samples were taken");
    }

    [Theory]
    [InlineData("--background", "-1", "--background: must be a number between 0 and 100000, not -1.")]
    [InlineData("--sample-every", "7000", "the store would not grow to its first sample")]
    [InlineData("--events", "10", "--events: must be an integer between 2000 and 100000000, not 10.")]
    [InlineData("--counts", "10", "There is no option '--counts'")]
    [InlineData("--via", "http", "The suite growth reaches stores by their client in this process only")]
    public async Task What_makes_no_sense_is_refused(string option, string value, string complaint) =>
        (await Runner.RunAsync("growth", "--profile", "smoke", "--stores", "memory", option, value)).ShouldComplain(complaint);
}
