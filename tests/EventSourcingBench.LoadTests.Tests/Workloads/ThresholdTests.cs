namespace EventSourcingBench.LoadTests.Tests;

public sealed class ThresholdTests
{
    [Theory]
    [InlineData("p99<20ms", "p99<20ms", true)]
    [InlineData(" p99.9 < 0.01s", "p99.9<10ms", false)]
    [InlineData("max<9ms", "max<9ms", false)]
    [InlineData("delay p50<1s", "delay p50<1000ms", false)]
    [InlineData("throughput>49.5", "throughput>49.5", true)]
    [InlineData("throughput>50", "throughput>50", false)]
    [InlineData("failures<1%", "failures<1%", true)]
    [InlineData("failures<0.1%", "failures<0.1%", false)]
    public void A_threshold_is_read_and_checked(string text, string written, bool isKept)
    {
        // 1 of 500 has no answer: known are p50 to p99, and of p99.9 no more than that it is 5 ms at least.
        var step = TestTools.Step(
            "sqlite", TestTools.Operation("append", Outcome.Success, 10, 499), TestTools.Operation("append", Outcome.Timeout, 5, 1));
        var check = Threshold.Parse(text).ShouldNotBeNull().Check(step);
        (check.Threshold, check.IsKept).ShouldBe((written, isKept));
        Threshold.Parse(check.Threshold).ShouldBe(Threshold.Parse(text));
    }

    [Fact]
    public void What_grows_in_an_hour_is_bounded_where_the_step_was_long_enough()
    {
        string[] texts = ["memory growth<1MB/h", "handles growth<1/h", "threads growth<1/h", "disk growth<10%/h", "latency growth<10%/h"];
        var step = TestTools.Step("sqlite", TestTools.Operation("append", Outcome.Success, 10, 499)) with
        {
            Seconds = [.. Enumerable.Range(0, 1800).Select(i => new SecondRecord(i, 100, P50Milliseconds: 2)
                { ApiBytes = 50_000_000 + (i * 1000), ApiHandles = 40, ApiThreads = 20, DiskBytes = i % 60 == 0 ? 10_000 * i : null })],
        };
        Of(step).ShouldBe([(3.6, false), (0, true), (0, true), (0, true), (0, true)]);
        Of(step with { Seconds = [.. step.Seconds.Take(1200)] })[0].ShouldBe((3.6, false));
        Of(step with { Seconds = [.. step.Seconds.Take(1140)] }).ShouldAllBe(t => t.Value == null && !t.IsKept);

        List<(double? Value, bool IsKept)> Of(StepRecord record) => [.. texts.Select(t => Threshold.Parse(t)!.Check(record))
            .Select(t => (t.Value is { } value ? Math.Round(value, 6) : (double?)null, t.IsKept))];
    }

    [Fact]
    public void Nothing_else_is_read() => new[]
    {
        "p99", "p99>20ms", "p98<20ms", "p99<20", "p99<0", "p99<1ms<2ms", "throughput<1000", "throughput>1000/s", "delay throughput>1",
        "throughput>Infinity", "failures<1", "failures>1%", "memory growth<1", "memory growth>1MB/h", "p99 growth<1/h",
        "handles growth<1MB/h",
    }.ShouldAllBe(text => Threshold.Parse(text) == null);

    [Fact]
    public void A_store_is_judged_by_its_worst_trial_and_by_its_repetition()
    {
        var threshold = Threshold.Parse("p99<20ms")!;
        StoreRecord[] stores = [Store("sqlite"), Store("sqlite (again)") with { RepeatOf = "sqlite" }, Store("silent")];
        StepRecord[] steps =
        [
            Step("sqlite", 1, Outcome.Success, 10), Step("sqlite", 2, Outcome.Success, 15), Step("sqlite (again)", 3, Outcome.Success, 30),
            Step("silent", 1, Outcome.Success, 30), Step("silent", 2, Outcome.Timeout, 5),
        ];

        var worst = ThresholdRecord.WorstOf(steps, stores).ToList();
        worst.Select(w => (w.Store, w.Step.Trial, w.Worst.IsKept, w.Worst.IsLowerBound))
            .ShouldBe([("silent", 2, false, true), ("sqlite", 3, false, false)]);
        worst[1].Worst.Headroom.ShouldNotBeNull().ShouldBe(-0.5, 0.01);

        StoreRecord Store(string name) => new(name, "?", "1", "1", "fsync", "?", "?", "embedded");

        StepRecord Step(string store, int trial, Outcome outcome, double milliseconds) =>
            TestTools.Step(store, TestTools.Operation("append", outcome, milliseconds, 10)) is var step
                ? step with { Trial = trial, Thresholds = [threshold.Check(step)] } : null!;
    }
}
