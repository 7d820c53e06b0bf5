namespace EventSourcingBench.LoadTests.Tests;

public sealed class CostReadingTests
{
    private static readonly StepRecord Result = TestTools.Step("memory") with
    {
        Seconds = [new(0, 100, ApiCores: 0.5, ServerCores: 0.1), new(1, 100, ApiCores: 0.7, ServerCores: 0.3)],
        ForcedWrites = new ForcedWritesRecord(500, "ext4"),
    };

    [Fact]
    public void Totals_are_divided_by_the_events_and_CPU_of_API_and_server_is_priced()
    {
        var before = new CostReading(new(WrittenBytes: 1_000, Commits: 10, Requests: 1, NetworkBytes: 100), Allocated: 5_000);
        var after = new CostReading(new(WrittenBytes: 301_000, Commits: 260, Requests: 101, NetworkBytes: 1_100), Allocated: 8_000);
        after.Since(before, events: 1_000, Result).WithPrice(0.36).ShouldBe(new CostRecord(
            1_000, null, ApiCpuMicroseconds: 6_000, ServerCpuMicroseconds: 2_000, WrittenBytes: 300, ForcedWrites: 0.5,
            EventsPerCommit: 4, RoundTrips: 0.1, NetworkBytes: 1, AllocatedBytes: 3, MoneyPerMillion: 0.8, Price: "0.36/cpu-hour",
            PricedCpu: "API and server"));
    }

    [Theory]
    [InlineData(3, 1)]
    [InlineData(12, 2)]
    public void What_was_not_counted_or_began_again_is_unknown(int commits, int process) =>
        new CostReading(new(Commits: commits), Allocated: null) { Processes = [process] }
            .Since(new(new(Commits: 10), Allocated: 1) { Processes = [1] }, events: 10, Result).WithPrice(null)
            .ShouldBe(new CostRecord(10, null, ApiCpuMicroseconds: 600_000, ServerCpuMicroseconds: 200_000, ForcedWrites: 50));
}
