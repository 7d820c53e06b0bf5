namespace EventSourcingBench.Stores.Tests;

/// <summary>Bulk appends that are an append for each stream: the answer to the caller when some of them fail.</summary>
public sealed class StreamwiseBulkTests : IEventWriter
{
    private static readonly StreamId First = new("first");
    private static readonly StreamId Second = new("second");
    private readonly Dictionary<StreamId, IReadOnlyList<EventData>> _appends = [];
    private readonly Dictionary<StreamId, Exception> _failures = [];
    private readonly List<BulkEvent> _events = [.. Sample.Events(6).Select((e, i) => new BulkEvent(i % 2 == 0 ? First : Second, e))];

    [Fact]
    public async Task Each_stream_gets_its_events_in_one_append()
    {
        await AppendAsync();
        _appends.Count.ShouldBe(2);
        _appends[First].ShouldBe(_events.Where(e => e.Stream == First).Select(e => e.Event));
        _appends[Second].ShouldBe(_events.Where(e => e.Stream == Second).Select(e => e.Event));
    }

    [Fact]
    public async Task Nothing_was_appended_where_every_stream_was_refused()
    {
        _failures[First] = _failures[Second] = new StoreUnavailableException("it is starting");
        (await Should.ThrowAsync<StoreUnavailableException>(AppendAsync)).ShouldBe(_failures[First]);
    }

    [Fact]
    public async Task The_outcome_is_unknown_where_one_stream_was_refused_and_the_other_not()
    {
        _failures[Second] = new StoreUnavailableException("it is starting");
        (await Should.ThrowAsync<OutcomeUnknownException>(AppendAsync)).Message.ShouldStartWith("1 of 2 streams have their events");
        _appends.Keys.ShouldBe([First]);
    }

    [Fact]
    public async Task The_outcome_is_unknown_where_that_of_a_stream_is()
    {
        _failures[First] = new OutcomeUnknownException("the connection broke");
        _failures[Second] = new StoreUnavailableException("it is starting");
        await Should.ThrowAsync<OutcomeUnknownException>(AppendAsync);
    }

    [Fact]
    public async Task A_defect_is_seen_as_such()
    {
        _failures[First] = new NotSupportedException("a defect");
        await Should.ThrowAsync<NotSupportedException>(AppendAsync);
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        expected.IsAny.ShouldBeTrue();
        if (_failures.TryGetValue(stream, out var failure))
            throw failure;

        _appends.Add(stream, events);
        return ValueTask.FromResult<AppendResult>(new Appended(events.Count, Position: null));
    }

    private Task AppendAsync() =>
        new StreamwiseBulkWriter(this, atOnce: 1).AppendAsync(_events, TestContext.Current.CancellationToken).AsTask();
}
