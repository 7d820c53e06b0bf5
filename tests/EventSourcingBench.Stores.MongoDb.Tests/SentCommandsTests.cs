using MongoDB.Bson;

namespace EventSourcingBench.Stores.MongoDb.Tests;

/// <summary>What goes over the wire.</summary>
public sealed class SentCommandsTests : WireTest
{
    [Theory]
    [InlineData("mongodb", "majority", "{ \"w\" : \"majority\", \"wtimeout\" : 10000.0, \"j\" : true }", DurabilityTier.Fsync)]
    [InlineData("mongodb", "journaled", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : true }", DurabilityTier.Fsync)]
    [InlineData("mongodb", "acknowledged", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : false }", DurabilityTier.Buffered)]
    [InlineData("mongodb-native", "majority", "{ \"w\" : \"majority\", \"wtimeout\" : 10000.0, \"j\" : true }", DurabilityTier.Fsync)]
    [InlineData("mongodb-native", "acknowledged", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : false }", DurabilityTier.Buffered)]
    public async Task Every_write_has_the_write_concern(string name, string option, string expected, DurabilityTier tier)
    {
        var store = await OpenAsync(name, ("mongodb.writeConcern", option));
        await using var running = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);
        await WaitForRowsAsync(running, 1);
        if (name == "mongodb")
        {
            await UntilSentAsync(c => c.GetElement(0).Value == "Streams" && c.Contains("updates"));
        }

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
        await using var store = await CommitsUnderTest.Store("mongodb-native").OpenAsync(Context("mongodb-native", several.ConnectionString), Limit);
        var description = await store.DescribeAsync(Limit);
        description.Durability.ShouldBe(DurabilityTier.Replicated);
        description.DurabilityReason.ShouldContain("3 nodes");
    }

    [Fact]
    public async Task Stream_heads_can_be_left_out()
    {
        var store = await OpenAsync("mongodb", ("mongodb.streamHeads", "off"));
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);
        Sent(c => c.GetElement(0).Value == "Streams").ShouldBeEmpty();
    }

    [Fact]
    public async Task Appends_that_wait_share_a_transaction()
    {
        var store = await OpenAsync("mongodb-native");
        await Task.WhenAll(Enumerable.Range(0, 64).Select(i => Task.Run(
            () => store.Events!.AppendAsync(new StreamId($"s-{i}"), ExpectedVersion.NoStream, [Event()], Limit).AsTask(), Limit)));
        Sent(c => c.GetElement(0).Name == "commitTransaction").Count.ShouldBeLessThan(64);
    }

    private List<BsonDocument> Sent(Func<BsonDocument, bool> isMeant) => [.. Server.Engine.Commands.ToArray().Where(isMeant)];

    private async Task UntilSentAsync(Func<BsonDocument, bool> isMeant)
    {
        while (Sent(isMeant).Count == 0)
        {
            await Task.Delay(5, Limit);
        }
    }
}
