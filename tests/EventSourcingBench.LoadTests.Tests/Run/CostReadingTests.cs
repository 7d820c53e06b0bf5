namespace EventSourcingBench.LoadTests.Tests;

public sealed class CostReadingTests
{
    private static readonly StepResult Result = new(DateTimeOffset.UnixEpoch, [], Elapsed: TimeSpan.FromSeconds(10))
    {
        Seconds = [new(0, 100, ApiCores: 0.5, ServerCores: 0.1), new(1, 100, ApiCores: 0.7, ServerCores: 0.3)],
        ForcedWrites = new ForcedWritesRecord(500, "ext4"),
    };

    [Fact]
    public void Totals_are_divided_by_the_events_and_CPU_of_API_and_server_is_priced()
    {
        var before = Reading(new(WrittenBytes: 1_000, Commits: 10), allocated: 5_000, new("a", 100, 1));
        var after = Reading(new(WrittenBytes: 301_000, Commits: 260), allocated: 8_000, new("a", 600, 11), new("b", 500, 90));
        after.Since(before, events: 1_000, Result, CpuPrice.Parse("0.36/cpu-hour")).ShouldBe(new CostRecord(
            1_000, null, ApiCpu: 6_000, ServerCpu: 2_000, WrittenBytes: 300, ForcedWrites: 0.5, EventsPerCommit: 4, RoundTrips: 0.1,
            NetworkBytes: 1, AllocatedBytes: 3, MoneyPerMillion: 0.8, Price: "0.36/cpu-hour", Priced: "API and server"));
    }

    [Fact]
    public void What_was_not_counted_or_began_again_is_unknown()
    {
        var cost = Reading(new(Commits: 3), allocated: null).Since(Reading(new(Commits: 10), allocated: 1), 10, Result, price: null);
        cost.ShouldBe(new CostRecord(10, null, ApiCpu: 600_000, ServerCpu: 200_000, ForcedWrites: 50));
    }

    [Theory]
    [InlineData("0.04")]
    [InlineData("0/cpu-hour")]
    [InlineData("-1/cpu-hour")]
    [InlineData("1/hour")]
    public void Any_other_price_is_refused_with_an_example(string price) => TestTools.Parse("append", $"--price={price}")
        .Errors.ShouldHaveSingleItem().Message.ShouldContain("such as 0.04/cpu-hour");

    private static CostReading Reading(
        WorkCounters work, long? allocated, params (string Name, long Bytes, long Segments)[] connections) =>
        new(work, allocated, null, connections.ToDictionary(c => c.Name, c => new TcpTraffic(c.Bytes, c.Segments), StringComparer.Ordinal));
}
