namespace EventSourcingBench.LoadTests.Tests;

public sealed class ForcingClaimTests
{
    private const double FastestForce = 120;

    [Theory]
    // Half the time of the fastest forced write is the bound.
    [InlineData(60, null, false)]
    [InlineData(59, null, true)]
    [InlineData(5, null, true)]
    // Each success needs a forced write but for one in twenty, and one at the edge.
    [InlineData(500, 1_000L, false)]
    [InlineData(500, 5_000L, false)]
    [InlineData(500, 949L, false)]
    [InlineData(500, 948L, true)]
    [InlineData(500, 0L, true)]
    [InlineData(500, 0L, false, 1)]
    [InlineData(500, 1L, true, 3)]
    // Writes that are forced after the answer are refuted by the time.
    [InlineData(10, 1_000L, true)]
    // Requests beside each other refute nothing.
    [InlineData(5, 0L, false, 1_000, 2)]
    [InlineData(5, 0L, false, 1_000, null)]
    // Without a success there is nothing to refute.
    [InlineData(5, null, false, 0)]
    [InlineData(5, null, false, 100, 1, Outcome.Conflict)]
    public void Successes_one_after_the_other_need_time_and_forced_writes(
        long microseconds, long? forced, bool isRefuted, int count = 1_000, int? copies = 1, Outcome outcome = Outcome.Success)
    {
        var step = Step(copies, Times(count, microseconds), outcome);
        IsRefuted(step with { ForcedWrites = forced is { } writes ? Counted(writes) : null }).ShouldBe(isRefuted);
    }

    [Theory]
    [InlineData(10, true)]
    [InlineData(100, false)]
    public void Single_appends_of_a_growing_store_are_looked_at(long microseconds, bool isRefuted)
    {
        var growth = StepRecord.DetailsOf((GrowthRecord.Name, new GrowthRecord(SampleEvery: 1, EventBytes: 1) { Samples = [] }));
        IsRefuted(Step(copies: null, Times(200, microseconds)) with { Details = growth }).ShouldBe(isRefuted);
    }

    // An honest store: each append takes the forced write and more, and each is counted. Half the margin is the disk's to be faster by.
    [Fact]
    public void No_honest_store_is_accused()
    {
        var random = new Random(1);
        for (var trial = 0; trial < 600; trial++)
        {
            var (force, count) = (random.Next(10, 20_000), random.Next(1, 2_000));
            var times = new LatencyHistogram();
            for (var i = 0; i < count; i++)
                times.RecordMicroseconds((force / 2) + 1 + random.Next(force));

            var step = Step(copies: 1, times) with { ForcedWrites = Counted(count - random.Next(2)) };
            Refute(step, force).ShouldBeNull();
        }
    }

    [Fact]
    public void Reads_of_mixed_need_no_forced_write()
    {
        var suite = SuiteCatalog.Find("mixed");
        var step = Step(copies: 1, Times(1_000, 500)) with { ForcedWrites = Counted(850) };
        ForcingClaim.Refute(step, suite.Writes(With(850)), () => FastestForce).ShouldBeNull();
        ForcingClaim.Refute(step, suite.Writes(With(1_000)), () => FastestForce).ShouldNotBeNull();

        StepRecord With(int writes) => step with { Details = StepRecord.DetailsOf((MixedRecord.Name, Mixed(writes))) };

        static MixedRecord Mixed(int writes) =>
            new("service", Streams: 1, Skew: 0, PayloadBytes: 100, EventsPerStream: 1, Preload: 0, Writes: Times(writes, 500).ToRecord())
            {
                Operations = new Dictionary<string, MixedOperationRecord>(),
            };
    }

    private static bool IsRefuted(StepRecord step) => Refute(step, FastestForce) is not null;

    private static string? Refute(StepRecord step, double fastest) =>
        ForcingClaim.Refute(step, SuiteCatalog.Find("append").Writes(step), () => fastest);

    private static ForcedWritesRecord Counted(long count) => new(count, "test");

    private static LatencyHistogram Times(int count, long microseconds) => TestTools.Times(count, TimeSpan.FromMicroseconds(microseconds));

    private static StepRecord Step(int? copies, LatencyHistogram times, Outcome outcome = Outcome.Success) =>
        TestTools.Step("store", TestTools.Operation("append", outcome, times)) with { Copies = copies };
}
