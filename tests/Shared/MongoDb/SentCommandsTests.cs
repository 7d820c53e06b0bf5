namespace EventSourcingBench.Tests;

/// <summary>What goes over the wire.</summary>
public sealed class SentCommandsTests : WireTest
{
    [Theory]
    [InlineData("majority", "{ \"w\" : \"majority\", \"wtimeout\" : 10000.0, \"j\" : true }", DurabilityTier.Fsync)]
    [InlineData("journaled", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : true }", DurabilityTier.Fsync)]
    [InlineData("acknowledged", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : false }", DurabilityTier.Buffered)]
    public async Task Every_write_has_the_write_concern(string option, string expected, DurabilityTier tier)
    {
        var store = await OpenAsync(("mongodb.writeConcern", option));
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);
        await WaitForRowsAsync(running, 1);
        var writes = Sent(c => c.GetElement(0).Name is "insert" or "update" or "findAndModify" or "commitTransaction");
        // Within a transaction the commit has it.
        var concerns = writes.Where(c => !c.Contains("autocommit") || c.GetElement(0).Name == "commitTransaction").ToList();
        concerns.Count.ShouldBeGreaterThan(1);
        concerns.ShouldAllBe(c => c["writeConcern"].ToString() == expected);
        var description = await store.DescribeAsync(Limit);
        description.Durability.ShouldBe(tier);
        description.Settings.ShouldContain(s => s.Name == "writeConcern" && !s.FromServer);
    }

    [Fact]
    public async Task Several_nodes_are_replicated()
    {
        await using var several = new WireServer { Members = 3 };
        await using var store = await Definition.OpenAsync(Context(several.ConnectionString), Limit);
        var description = await store.DescribeAsync(Limit);
        description.Durability.ShouldBe(DurabilityTier.Replicated);
        description.DurabilityReason.ShouldContain("3 nodes");
    }
}
