namespace EventSourcingBench.Domain.Tests;

public sealed class IdentifierListTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(50)]
    [InlineData(1_000)]
    public void An_event_is_read_as_it_was_written(int size)
    {
        var identifiers = Enumerable.Range(0, size).Select(_ => Guid.NewGuid().ToString()).ToList();
        var data = StoredEvent.Write(Guid.NewGuid(), new IdentifiersAdded(identifiers), IdentifierJson.Default.IdentifiersAdded);
        var read = StoredEvent.Read(Bars.Recorded(data.Data, data.Type), IdentifierJson.Default.IdentifiersAdded);
        read.Identifiers.ShouldBe(identifiers);
    }

    [Fact]
    public void Events_add_up_and_their_snapshot_is_read_as_it_was_written()
    {
        var first = IdentifierList.Evolve(IdentifiersState.Empty, new IdentifiersAdded(["a", "b"]));
        var snapshot = new IdentifiersSnapshot(2, IdentifierList.Evolve(first, new IdentifiersAdded(["c"])));
        var data = StoredEvent.Write(Guid.NewGuid(), snapshot, IdentifierJson.Default.IdentifiersSnapshot);
        var read = StoredEvent.Read(Bars.Recorded(data.Data, data.Type), IdentifierJson.Default.IdentifiersSnapshot);
        (read.Version, read.State.Events, read.State.Count).ShouldBe((2, 2, 3));
        read.State.Latest.ShouldBe(["c"]);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("""{"identifiers":null}""")]
    [InlineData("""{"identifiers":"a"}""")]
    [InlineData("""{"identifiers":["a",null]}""")]
    [InlineData("""{"identifiers":["a",["b"]]}""")]
    [InlineData("""{"identifiers":["a"]""")]
    [InlineData("""{"identifiers":[]}""", "Other")]
    public void What_is_no_such_event_is_refused(string json, string type = nameof(IdentifiersAdded)) =>
        Should.Throw<FormatException>(() => StoredEvent.Read(
            Bars.Recorded(Encoding.UTF8.GetBytes(json), type), IdentifierJson.Default.IdentifiersAdded));
}
