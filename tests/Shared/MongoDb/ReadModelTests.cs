namespace EventSourcingBench.Tests;

public sealed class ReadModelTests : MongoTest
{
    [Fact]
    public async Task A_clearing_that_was_cut_short_is_ended_when_the_projection_starts()
    {
        var store = await OpenAsync();
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, Sample.Events(3), Limit);
        await using (var first = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit))
            await first.HasRowsAsync(3, Limit);

        // As a crash leaves it: marked, the rows still there.
        using var client = new MongoClient(await MongoTestServer.ConnectAsync(Limit));
        await client.GetDatabase(Namespace).GetCollection<BsonDocument>(ReadModelCollections.States).UpdateOneAsync(
            Builders<BsonDocument>.Filter.Eq("_id", "counted"),
            Builders<BsonDocument>.Update.Set(ReadModelDocuments.Position, ReadModelDocuments.Clearing).Set(ReadModelDocuments.Rows, 0L),
            cancellationToken: Limit);

        await using var second = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await second.HasRowsAsync(3, Limit);
        (await second.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Count.ShouldBe(3);
        (await second.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 3, 6));
    }

    [Fact]
    public async Task Two_hosts_of_one_projection_save_every_row_once() =>
        (await ProjectInTwoHostsAsync(await OpenAsync(), await OpenAsync(), appends: 40)).Count.ShouldBe(80);

    [Theory]
    [InlineData("Upper")]
    [InlineData("")]
    [InlineData("with-dash")]
    public async Task A_name_that_is_none_is_refused(string name) =>
        await Should.ThrowAsync<ArgumentException>(() => ReadModelCollections.OpenAsync(null!, name, Limit));
}
