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
        var read = IdentifierEvents.FromRecorded(Recorded(IdentifierEvents.ToEventData(Guid.NewGuid(), new IdentifiersAdded(identifiers))));
        read.Identifiers.ShouldBe(identifiers);
    }

    [Fact]
    public void Events_add_up()
    {
        var first = IdentifierList.Evolve(IdentifiersState.Empty, new IdentifiersAdded(["a", "b"]));
        var state = IdentifierList.Evolve(first, new IdentifiersAdded(["c"]));
        (state.Events, state.Count).ShouldBe((2, 3));
        state.Latest.ShouldBe(["c"]);
    }

    [Fact]
    public void A_snapshot_is_read_as_it_was_written()
    {
        var snapshot = new IdentifiersSnapshot(2, new IdentifiersState(2, 3, ["c"]));
        var read = IdentifierEvents.SnapshotFromRecorded(Recorded(IdentifierEvents.ToEventData(Guid.NewGuid(), snapshot)));
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
    public void What_is_no_such_event_is_refused(string json) =>
        Should.Throw<FormatException>(() => IdentifierEvents.FromRecorded(
            Recorded(new EventData(Guid.NewGuid(), IdentifiersAdded.EventType, Encoding.UTF8.GetBytes(json)))));

    [Fact]
    public void An_event_of_another_type_is_refused() =>
        Should.Throw<FormatException>(() => IdentifierEvents.FromRecorded(
            Recorded(new EventData(Guid.NewGuid(), "Other", "{}"u8.ToArray()))));

    private static RecordedEvent Recorded(EventData data) =>
        new() { Id = data.Id, Stream = new StreamId("s"), Version = 1, Type = data.Type, Data = data.Data };
}
