namespace EventSourcingBench.Stores.Tests;

/// <summary>Bulk appends that are an append for each stream: the answer to the caller when some of them fail.</summary>
public sealed class StreamwiseBulkTests
{
    private static readonly StreamId First = new("first");
    private static readonly StreamId Second = new("second");
    private static readonly StoreUnavailableException Unavailable = new("it is starting");
    private static readonly OutcomeUnknownException Unknown = new("the connection broke");
    private readonly Writer _writer = new();
    private readonly List<BulkEvent> _events = [.. Sample.Events(6).Select((e, i) => new BulkEvent(i % 2 == 0 ? First : Second, e))];

    [Fact]
    public async Task Each_stream_gets_its_events_in_one_append()
    {
        await AppendAsync();
        _writer.Appends.Count.ShouldBe(2);
        _writer.Appends[First].ShouldBe(_events.Where(e => e.Stream == First).Select(e => e.Event));
        _writer.Appends[Second].ShouldBe(_events.Where(e => e.Stream == Second).Select(e => e.Event));
    }

    [Fact]
    public async Task Nothing_was_appended_where_every_stream_was_refused()
    {
        _writer.Fails = _ => Unavailable;
        (await Should.ThrowAsync<StoreUnavailableException>(AppendAsync)).ShouldBe(Unavailable);
    }

    [Fact]
    public async Task The_outcome_is_unknown_where_one_stream_was_refused_and_the_other_not()
    {
        _writer.Fails = stream => stream == Second ? Unavailable : null;
        (await Should.ThrowAsync<OutcomeUnknownException>(AppendAsync)).Message.ShouldStartWith("1 of 2 streams have their events");
        _writer.Appends.Keys.ShouldBe([First]);
    }

    [Fact]
    public async Task The_outcome_is_unknown_where_that_of_a_stream_is()
    {
        _writer.Fails = stream => stream == First ? Unknown : Unavailable;
        await Should.ThrowAsync<OutcomeUnknownException>(AppendAsync);
    }

    [Fact]
    public async Task A_defect_is_seen_as_such()
    {
        _writer.Fails = stream => stream == First ? new NotSupportedException("a defect") : null;
        await Should.ThrowAsync<NotSupportedException>(AppendAsync);
    }

    private Task AppendAsync() =>
        new StreamwiseBulkWriter(_writer, atOnce: 1).AppendAsync(_events, TestContext.Current.CancellationToken).AsTask();

    private sealed class Writer : IEventWriter
    {
        public Dictionary<StreamId, IReadOnlyList<EventData>> Appends { get; } = [];

        public Func<StreamId, Exception?> Fails { get; set; } = _ => null;

        public ValueTask<AppendResult> AppendAsync(
            StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
        {
            expected.IsAny.ShouldBeTrue();
            if (Fails(stream) is { } failure)
                throw failure;

            Appends.Add(stream, events);
            return ValueTask.FromResult<AppendResult>(new Appended(events.Count, Position: null));
        }
    }
}
