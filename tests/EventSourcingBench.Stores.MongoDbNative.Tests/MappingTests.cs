using MongoDB.Bson.Serialization;

namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class MappingTests
{
    [Fact]
    public void Events_come_back_out_of_their_documents_byte_for_byte()
    {
        var read = MappedEvents.All
            .Select((e, i) => EventDocuments.Of(MappedEvents.Stream, 8 + i, e, MappedEvents.Now))
            .Select(d => EventDocuments.Read(BsonSerializer.Deserialize<BsonDocument>(d.ToBson())))
            .ToList();
        read.Select(e => e.Version).ShouldBe([8, 9]);
        MappedEvents.ShouldBeAll(read);
    }

    [Fact]
    public void A_row_comes_back_as_it_was()
    {
        var row = new ReadModelRow
        {
            EventId = Guid.NewGuid(),
            Group = "Größe ✓",
            Amount = long.MinValue,
            ApiCallTime = MappedEvents.Now.AddTicks(4567),
            Document = MappedEvents.All[0].Data,
        };
        var read = ReadModelDocuments.Row(ReadModelDocuments.Of(row));
        read.Document.ToArray().ShouldBe(row.Document.ToArray());
        (read.EventId, read.Group, read.Amount, read.ApiCallTime).ShouldBe((row.EventId, row.Group, row.Amount, row.ApiCallTime));
    }

    [Fact]
    public void What_is_too_large_for_a_document_is_refused_before_it_is_sent()
    {
        var half = new EventData(Guid.NewGuid(), "Large", new byte[(AppendChecks.MostBytes / 2) + 1]);
        AppendChecks.Require([half, half with { Id = Guid.NewGuid() }]);
        var whole = half with { Data = new byte[AppendChecks.MostBytes + 1] };
        Should.Throw<ArgumentException>(() => AppendChecks.Require([whole])).Message.ShouldContain("an event in one document");
    }
}
