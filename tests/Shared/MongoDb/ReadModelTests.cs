namespace EventSourcingBench.Tests;

public sealed class ReadModelTests : MongoTest
{
    [Fact]
    public async Task A_clearing_that_was_cut_short_is_ended_when_the_projection_starts()
    {
        var store = await OpenAsync();
        await store.Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, Sample.Events(3), Limit);
        await using (var first = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit))
            await WaitForRowsAsync(first, 3);

        // As a crash leaves it: marked, the rows still there.
        using var client = new MongoClient(await MongoTestServer.ConnectAsync(Limit));
        await client.GetDatabase(Namespace).GetCollection<BsonDocument>(ReadModelCollections.States).UpdateOneAsync(
            Builders<BsonDocument>.Filter.Eq("_id", "counted"),
            Builders<BsonDocument>.Update.Set(ReadModelDocuments.Position, ReadModelDocuments.Clearing).Set(ReadModelDocuments.Rows, 0L),
            cancellationToken: Limit);

        await using var second = await store.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await WaitForRowsAsync(second, 3);
        (await second.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Count.ShouldBe(3);
        (await second.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 3, 6));
    }

    [Fact]
    public async Task Two_hosts_of_one_projection_save_every_row_once()
    {
        var one = await OpenAsync();
        var two = await OpenAsync();
        await using var first = await one.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        await using var second = await two.Projections!.StartAsync(new CountedProjection(), new RecordingObserver(), Limit);
        for (var i = 0; i < 40; i++)
        {
            await (i % 2 == 0 ? one : two).Events!.AppendAsync(new StreamId("s"), ExpectedVersion.Any, Sample.Events(2), Limit);
            // Emptied under the other host, which must not go on behind the gap.
            if (i == 20)
                await first.RebuildAsync(Limit);
        }

        await WaitForRowsAsync(first, 80);
        (await first.ReadModel.ReadAllAsync(Limit).ToListAsync(Limit)).Count.ShouldBe(80);
        (await second.ReadModel.FindSummaryAsync("A", Limit)).ShouldBe(new ReadModelSummary("A", 80, 40 * 3));
        first.Completion.IsCompleted.ShouldBeFalse();
        second.Completion.IsCompleted.ShouldBeFalse();
    }

    [Theory]
    [InlineData("Upper")]
    [InlineData("")]
    [InlineData("with-dash")]
    public async Task A_name_that_is_none_is_refused(string name) =>
        await Should.ThrowAsync<ArgumentException>(() => ReadModelCollections.OpenAsync(null!, name, Limit));
}
