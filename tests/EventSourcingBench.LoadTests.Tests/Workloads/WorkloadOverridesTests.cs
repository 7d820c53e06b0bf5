using EventSourcingBench.Hosting;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests.Tests;

public sealed class WorkloadOverridesTests
{
    private static readonly WorkloadRecord Profile = WorkloadFile.Load("append", "quick");

    [Fact]
    public void Nothing_overridden_is_the_profile()
    {
        var overrides = new WorkloadOverrides();

        overrides.IsEmpty.ShouldBeTrue();
        overrides.ApplyTo(Profile).ShouldBe(Profile);
    }

    [Fact]
    public void Each_value_takes_its_place()
    {
        var overrides = new WorkloadOverrides
        {
            Copies = [1, 32],
            Ramp = true,
            Duration = TimeSpan.FromSeconds(30),
            WarmUp = TimeSpan.Zero,
            Timeout = TimeSpan.FromSeconds(2),
            Trials = 3,
            Streams = 16,
        };

        overrides.IsEmpty.ShouldBeFalse();
        var workload = overrides.ApplyTo(Profile);
        workload.Question.ShouldBe(Profile.Question);
        workload.Copies.ShouldBe([1, 32]);
        workload.Ramp.ShouldBeTrue();
        workload.Duration.ShouldBe(TimeSpan.FromSeconds(30));
        workload.WarmUp.ShouldBe(TimeSpan.Zero);
        workload.Timeout.ShouldBe(TimeSpan.FromSeconds(2));
        workload.Trials.ShouldBe(3);
        workload.Streams.ShouldBe(16);
    }

    [Fact]
    public void A_rate_opens_the_model_and_copies_close_it()
    {
        var open = new WorkloadOverrides { Rates = [500] }.ApplyTo(Profile);
        open.Rates.ShouldBe([500]);
        open.Copies.ShouldBeEmpty();

        var closed = new WorkloadOverrides { Copies = [4] }.ApplyTo(open);
        closed.Copies.ShouldBe([4]);
        closed.Rates.ShouldBeEmpty();
    }

    public static TheoryData<WorkloadOverrides, string> Wrong => new()
    {
        { new() { Copies = [1], Rates = [500] }, "--copies and --rate exclude each other" },
        { new() { Copies = [] }, "--copies: say 1 to 100 numbers." },
        { new() { Skews = [0.5, 6] }, "--skew: say numbers from 0 (even) to 5, such as 0.5, 1, 1.2; 1 is the classical Zipf." },
        { new() { Copies = [0] }, "--copies: say whole numbers from 1 to 1000" },
        { new() { Copies = [1_001] }, "--copies: say whole numbers from 1 to 1000" },
        { new() { Copies = [2, 2] }, "--copies: a number is there twice" },
        { new() { Rates = [0] }, "--rate: say requests a second" },
        { new() { Rates = [double.NaN] }, "--rate: say requests a second" },
        { new() { Rates = [100_001] }, "--rate: say requests a second" },
        { new() { Duration = TimeSpan.FromMilliseconds(99) }, "--duration: say a duration from 100ms to 24h" },
        { new() { WarmUp = TimeSpan.FromHours(2) }, "--warm-up: say a duration from 0 to 1h" },
        { new() { Timeout = TimeSpan.Zero }, "--timeout: say a duration from 10ms to 10m" },
        { new() { Trials = 0 }, "--trials: say a whole number from 1 to 100." },
        { new() { Counts = [] }, "--counts: say 1 to 100 numbers." },
        { new() { Buffers = [63] }, "--buffers: say sizes from 64B to 64MB" },
        { new() { BufferModes = ["both"] }, "--buffer-mode: say blocking, non-blocking or both." },
        { new() { Nodes = [10] }, "--nodes: say whole numbers from 1 to 9" },
        { new() { Linger = TimeSpan.FromMinutes(2) }, "--linger: say a duration from 1ms to 1m" },
        { new() { MemoryLimit = 1 }, "--memory-limit: say a size from 64KB to 16GB" },
        { new() { KillNodeAt = TimeSpan.Zero }, "--kill-node-at: say a duration of more than 0" },
        { new() { Events = 1 }, "--events: say events from 2000 to 100000000" },
        { new() { SampleEvery = 1 }, "--sample-every: say events from 2000 to 100000000" },
        { new() { Streams = 100_001 }, "--streams: say a whole number from 1 to 100000." },
    };

    [Theory]
    [MemberData(nameof(Wrong), DisableDiscoveryEnumeration = true)]
    public void What_is_out_of_range_is_refused(WorkloadOverrides overrides, string complaint) =>
        Should.Throw<UserException>(() => overrides.ApplyTo(Profile)).Message.ShouldStartWith(complaint);
}
