namespace EventSourcingBench.Stores.Tests;

/// <summary>Bulk appends that are an append for each stream: the answer to the caller when some of them fail.</summary>
public sealed class StreamwiseBulkTests : IEventWriter
{
    private static readonly StreamId First = new("first");
    private static readonly StreamId Second = new("second");
    private readonly Dictionary<StreamId, IReadOnlyList<EventData>> _appends = [];
    private readonly Dictionary<StreamId, Exception?> _failures = [];
    private readonly List<BulkEvent> _events = [.. Sample.Events(6).Select((e, i) => new BulkEvent(i % 2 == 0 ? First : Second, e))];

    [Fact]
    public async Task Each_stream_gets_its_events_in_one_append()
    {
        await AppendAsync();
        _appends.Count.ShouldBe(2);
        _appends[First].ShouldBe(_events.Where(e => e.Stream == First).Select(e => e.Event));
        _appends[Second].ShouldBe(_events.Where(e => e.Stream == Second).Select(e => e.Event));
    }

    [Theory]
    [InlineData("unavailable", "unavailable", "unavailable", "it fails")]
    [InlineData(null, "unavailable", "unknown", "1 of 2 streams have their events")]
    [InlineData("unknown", "unavailable", "unknown", "0 of 2 streams have their events")]
    [InlineData("a defect", null, "a defect", "it fails")]
    public async Task A_refusal_of_all_streams_and_a_defect_are_seen_as_such_and_else_the_outcome_is_unknown(
        string? first, string? second, string seen, string message)
    {
        (_failures[First], _failures[Second]) = (Failure(first), Failure(second));
        (await Should.ThrowAsync(AppendAsync, Failure(seen)!.GetType())).Message.ShouldStartWith(message);
        _appends.Keys.ShouldBe(first is null ? [First] : []);

        static Exception? Failure(string? name) => name switch
        {
            null => null,
            "unavailable" => new StoreUnavailableException("it fails"),
            "unknown" => new OutcomeUnknownException("it fails"),
            _ => new NotSupportedException("it fails"),
        };
    }

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        expected.IsAny.ShouldBeTrue();
        if (_failures.GetValueOrDefault(stream) is { } failure)
            throw failure;

        _appends.Add(stream, events);
        return ValueTask.FromResult<AppendResult>(new Appended(events.Count, Position: null));
    }

    private Task AppendAsync() => new StreamwiseBulkWriter(this, atOnce: 1).AppendAsync(_events, Cancel).AsTask();
}
