namespace EventSourcingBench.LoadTests.Tests;

public sealed class ForcingClaimTests
{
    private const double FastestForce = 120;

    [Theory]
    [InlineData(60, false)]
    [InlineData(59, true)]
    [InlineData(5, true)]
    public void Half_the_time_of_the_fastest_forced_write_is_the_bound(long microseconds, bool isRefuted) =>
        IsRefuted(Step(copies: 1, Times(1_000, microseconds))).ShouldBe(isRefuted);

    [Theory]
    [InlineData(1_000, 1_000, false)]
    [InlineData(1_000, 5_000, false)]
    [InlineData(1_000, 949, false)]
    [InlineData(1_000, 948, true)]
    [InlineData(1_000, 0, true)]
    [InlineData(1, 0, false)]
    [InlineData(3, 1, true)]
    public void Each_success_needs_a_forced_write_but_for_one_in_twenty(int successes, long forced, bool isRefuted) =>
        IsRefuted(Step(copies: 1, Times(successes, 500)) with { ForcedWrites = Counted(forced) }).ShouldBe(isRefuted);

    [Fact]
    public void Writes_that_are_forced_after_the_answer_are_refuted_by_the_time() =>
        IsRefuted(Step(copies: 1, Times(1_000, 10)) with { ForcedWrites = Counted(1_000) }).ShouldBeTrue();

    [Theory]
    [InlineData(2)]
    [InlineData(null)]
    public void Requests_beside_each_other_refute_nothing(int? copies) =>
        IsRefuted(Step(copies, Times(1_000, 5)) with { ForcedWrites = Counted(0) }).ShouldBeFalse();

    [Fact]
    public void Single_appends_of_a_growing_store_are_looked_at()
    {
        var growth = StepRecord.DetailsOf((GrowthDetail.Name, new GrowthRecord { SampleEvery = 1, EventBytes = 1, Samples = [] }));
        IsRefuted(Step(copies: null, Times(200, 10)) with { Details = growth }).ShouldBeTrue();
        IsRefuted(Step(copies: null, Times(200, 100)) with { Details = growth }).ShouldBeFalse();
    }

    [Fact]
    public void Without_a_success_there_is_nothing_to_refute()
    {
        IsRefuted(Step(copies: 1, new LatencyHistogram())).ShouldBeFalse();
        IsRefuted(Step(copies: 1, Times(100, 5), Outcome.Conflict)).ShouldBeFalse();
    }

    // An honest store: each append takes the forced write and more, and each is counted. Half the margin is the disk's to be faster by.
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void No_honest_store_is_accused(int seed)
    {
        var random = new Random(seed);
        for (var trial = 0; trial < 200; trial++)
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
        var mixed = new MixedRecord
        {
            Mix = "service",
            Streams = 1,
            Skew = 0,
            PayloadBytes = 100,
            EventsPerStream = 1,
            Preload = 0,
            Operations = new Dictionary<string, MixedOperationRecord>(StringComparer.Ordinal),
        };

        ForcingClaim.Refute(step, suite.Writes(With(850)), () => FastestForce).ShouldBeNull();
        ForcingClaim.Refute(step, suite.Writes(With(1_000)), () => FastestForce).ShouldNotBeNull();

        StepRecord With(int writes) => step with
        {
            Details = StepRecord.DetailsOf((MixedRecord.Name, mixed with { Writes = Times(writes, 500).ToRecord() })),
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
