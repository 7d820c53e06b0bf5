namespace EventSourcingBench.Stores.MongoDb.Tests;

/// <summary>NEventStore's Streams collection, which it keeps in the background.</summary>
public sealed class StreamHeadTests : MongoTest
{
    [Fact]
    public async Task They_can_be_left_out()
    {
        var store = await OpenAsync(("mongodb.streamHeads", "off"));
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, [Sample.Event()], Limit);

        using var client = new MongoClient(await MongoTestServer.ConnectAsync(Limit));
        var heads = client.GetDatabase(Namespace).GetCollection<BsonDocument>("Streams");
        (await heads.CountDocumentsAsync(FilterDefinition<BsonDocument>.Empty, cancellationToken: Limit)).ShouldBe(0);
    }
}
