using MongoDB.Bson.Serialization;

namespace EventSourcingBench.Stores.MongoDbNative.Tests;

public sealed class MappingTests
{
    [Fact]
    public void Events_come_back_out_of_their_documents_byte_for_byte()
    {
        var documents = MappedEvents.All.Select(e => EventDocuments.Of(MappedEvents.Stream, e, MappedEvents.Now)).ToList();
        EventDocuments.Number(documents, new() { [MappedEvents.Stream.Value] = 7 });
        var read = documents.ConvertAll(d => EventDocuments.Read(BsonSerializer.Deserialize<BsonDocument>(d.ToBson())));
        read.Select(e => e.Version).ShouldBe([8, 9]);
        MappedEvents.ShouldBeAll(read);
    }

    [Fact]
    public void A_document_keeps_nothing_of_the_callers_buffers()
    {
        var buffer = "[1]"u8.ToArray();
        var data = new EventData(Guid.NewGuid(), "Reused", buffer) { Metadata = buffer };
        var document = EventDocuments.Of(MappedEvents.Stream, data, MappedEvents.Now);
        buffer.AsSpan().Clear();
        var read = EventDocuments.Read(document);
        new[] { read.Data, read.Metadata }.Select(m => Encoding.UTF8.GetString(m.Span)).ShouldBe(["[1]", "[1]"]);
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
