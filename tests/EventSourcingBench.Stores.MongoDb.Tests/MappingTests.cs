using System.Text;
using MongoDB.Bson;
using NEventStore.Persistence.MongoDB;

namespace EventSourcingBench.Stores.MongoDb.Tests;

public sealed class MappingTests
{
    private static readonly StreamId Stream = new("currency-EURUSD");
    private static readonly DateTimeOffset Now = new(2026, 5, 4, 3, 2, 1, 123, TimeSpan.Zero);

    private readonly EventData[] _events =
    [
        new(Guid.CreateVersion7(), "First", Encoding.UTF8.GetBytes("""{"$oid":"x","n":1e400,"größe":"✓ 𝔘"}""")) { Metadata = "{}"u8.ToArray() },
        new(Guid.CreateVersion7(), "Second", "[1,2]"u8.ToArray()),
    ];

    [Fact]
    public void Events_come_back_out_of_a_commit_byte_for_byte()
    {
        CommitMapping.Register();
        var attempt = CommitMapping.Attempt(Stream, new StreamHead(7, 3), _events, Now);
        attempt.CommitId.ShouldBe(_events[0].Id);
        attempt.StreamRevision.ShouldBe(9);
        attempt.CommitSequence.ShouldBe(4);

        var read = CommitMapping.Read(attempt.ToMongoCommit(55, CommitMapping.Serializer).ToBson() is var bytes
            ? MongoDB.Bson.Serialization.BsonSerializer.Deserialize<BsonDocument>(bytes)
            : throw new InvalidOperationException());
        read.Select(e => e.Version).ShouldBe([8, 9]);
        ShouldBeTheSame(read);
    }

    [Fact]
    public void Events_come_back_out_of_their_documents_byte_for_byte()
    {
        var read = _events.Select((e, i) => EventDocuments.Of(Stream, 8 + i, e, Now)).Select(d => EventDocuments.Read(
            MongoDB.Bson.Serialization.BsonSerializer.Deserialize<BsonDocument>(d.ToBson()))).ToList();
        read.Select(e => e.Version).ShouldBe([8, 9]);
        ShouldBeTheSame(read);
    }

    [Fact]
    public void A_row_comes_back_as_it_was()
    {
        var row = new ReadModelRow
        {
            EventId = Guid.NewGuid(),
            Group = "Größe ✓",
            Amount = long.MinValue,
            ApiCallTime = Now.AddTicks(4567),
            Document = _events[0].Data,
        };
        var read = ReadModelDocuments.Row(ReadModelDocuments.Of(row));
        read.EventId.ShouldBe(row.EventId);
        read.Group.ShouldBe(row.Group);
        read.Amount.ShouldBe(row.Amount);
        read.ApiCallTime.ShouldBe(row.ApiCallTime);
        read.Document.ToArray().ShouldBe(row.Document.ToArray());
    }

    [Fact]
    public void What_is_too_large_for_a_document_is_refused_before_it_is_sent()
    {
        var half = new EventData(Guid.NewGuid(), "Large", new byte[(AppendChecks.MostBytes / 2) + 1]);
        AppendChecks.Require([half, half]);
        Should.Throw<ArgumentException>(() => AppendChecks.RequireOneDocument([half, half])).Message.ShouldContain("a commit in one document");
        var whole = half with { Data = new byte[AppendChecks.MostBytes + 1] };
        Should.Throw<ArgumentException>(() => AppendChecks.Require([whole])).Message.ShouldContain("an event in one document");
    }

    private void ShouldBeTheSame(IReadOnlyList<RecordedEvent> read)
    {
        foreach (var (actual, expected) in read.Zip(_events))
        {
            actual.Id.ShouldBe(expected.Id);
            actual.Type.ShouldBe(expected.Type);
            actual.Stream.ShouldBe(Stream);
            actual.Data.ToArray().ShouldBe(expected.Data.ToArray());
            actual.Metadata.ToArray().ShouldBe(expected.Metadata.ToArray());
            actual.RecordedAt.ShouldBe(Now);
        }
    }
}
