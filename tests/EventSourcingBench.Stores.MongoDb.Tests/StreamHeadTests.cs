using MongoDB.Bson;

namespace EventSourcingBench.Stores.MongoDb.Tests;

/// <summary>NEventStore's Streams collection, which it keeps in the background.</summary>
public sealed class StreamHeadTests : WireTest
{
    private const string Collection = "Streams";

    [Theory]
    [InlineData("majority", "{ \"w\" : \"majority\", \"wtimeout\" : 10000.0, \"j\" : true }")]
    [InlineData("acknowledged", "{ \"w\" : 1, \"wtimeout\" : 10000.0, \"j\" : false }")]
    public async Task They_have_the_write_concern(string option, string expected)
    {
        var store = await OpenAsync(("mongodb.writeConcern", option));
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);
        List<BsonDocument> updates;
        while ((updates = Sent(c => c.GetElement(0).Value == Collection && c.Contains("updates"))).Count == 0)
        {
            await Task.Delay(5, Limit);
        }

        updates.ShouldAllBe(c => c["writeConcern"].ToString() == expected);
    }

    [Fact]
    public async Task They_can_be_left_out()
    {
        var store = await OpenAsync(("mongodb.streamHeads", "off"));
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);
        Sent(c => c.GetElement(0).Value == Collection).ShouldBeEmpty();
    }
}
