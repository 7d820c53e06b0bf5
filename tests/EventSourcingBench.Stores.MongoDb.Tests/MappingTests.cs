using MongoDB.Bson.Serialization;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb.Tests;

public sealed class MappingTests
{
    [Fact]
    public void Events_come_back_out_of_a_commit_byte_for_byte()
    {
        CommitMapping.Register();
        var attempt = CommitMapping.Attempt(MappedEvents.Stream, new StreamHead(7, 3), MappedEvents.All, MappedEvents.Now);
        attempt.CommitId.ShouldBe(MappedEvents.All[0].Id);
        attempt.StreamRevision.ShouldBe(9);
        attempt.CommitSequence.ShouldBe(4);

        var bytes = attempt.ToMongoCommit(55, CommitMapping.Serializer).ToBson();
        var read = CommitMapping.Read(BsonSerializer.Deserialize<BsonDocument>(bytes));
        read.Select(e => e.Version).ShouldBe([8, 9]);
        MappedEvents.ShouldBeAll(read);
        CommitAppender.FirstAnswer(read, MappedEvents.All).StreamVersion.ShouldBe(9);
        Should.Throw<ArgumentException>(() => CommitAppender.FirstAnswer(read, [MappedEvents.All[0], Sample.Event()]))
            .Message.ShouldContain("not a retry");
    }

    [Theory]
    [InlineData("majority", ReadConcernLevel.Majority)]
    [InlineData("journaled", ReadConcernLevel.Local)]
    public void Streams_are_read_as_they_are_written(string concern, ReadConcernLevel expected)
    {
        var options = StoreOptions.Create(
            new Plugin().Stores.Single().Options, new Dictionary<string, string> { ["mongodb.writeConcern"] = concern });
        new CommitOptions(null!, MongoDbOptions.From(options)).GetCommitSettings().ReadConcern.Level.ShouldBe(expected);
    }

    [Fact]
    public void What_is_too_large_for_a_document_is_refused_before_it_is_sent()
    {
        var half = new EventData(Guid.NewGuid(), "Large", new byte[(AppendChecks.MostBytes / 2) + 1]);
        Should.Throw<ArgumentException>(() => AppendChecks.RequireOneDocument([half, half]))
            .Message.ShouldContain("a commit in one document");
    }
}
