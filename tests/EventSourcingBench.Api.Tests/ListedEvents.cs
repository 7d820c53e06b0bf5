using System.Runtime.CompilerServices;

namespace EventSourcingBench.Api.Tests;

/// <summary>Streams in lists, with every append counted, which can be held up or made to fail. An append is known again by its first
/// event, as the contract has it; one of which only later events are known is refused, as the store postgres does.</summary>
internal sealed class ListedEvents : IEventStore
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, List<RecordedEvent>> _streams = new(StringComparer.Ordinal);

    /// <summary>Is run before each append; its failure is the append's.</summary>
    public Func<Task> BeforeAppend { get; set; } = () => Task.CompletedTask;

    /// <summary>How many events each append had.</summary>
    public List<int> Appends { get; } = [];

    public int Reads { get; private set; }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        await BeforeAppend();
        lock (_lock)
        {
            Appends.Add(events.Count);
            var list = Of(stream);
            if (list.FindIndex(e => e.Id == events[0].Id) is >= 0 and var known)
                return new Appended(known + events.Count, null);

            if (events.Any(e => _streams.Values.Any(s => s.Exists(r => r.Id == e.Id))))
                throw new ArgumentException("The id of a later event is known, or of another stream's.", nameof(events));

            if (!expected.Allows(list.Count))
                return new WrongExpectedVersion(expected, list.Count);

            foreach (var e in events)
                list.Add(new RecordedEvent { Stream = stream, Version = list.Count + 1, Id = e.Id, Type = e.Type, Data = e.Data });

            return new Appended(list.Count, null);
        }
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.Yield();
        RecordedEvent[] list;
        lock (_lock)
            (Reads, list) = (Reads + 1, [.. Of(stream).Skip((int)fromVersion - 1)]);

        foreach (var recorded in list)
            yield return recorded;
    }

    private List<RecordedEvent> Of(StreamId stream) =>
        _streams.TryGetValue(stream.Value, out var list) ? list : _streams[stream.Value] = [];
}
