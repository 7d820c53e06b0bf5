namespace EventSourcingBench.Api.Tests;

/// <summary>The streams of the store memory, with every read and append counted. Appends can be held up or made to fail.</summary>
internal sealed class ListedEvents : IEventStore
{
    private readonly MemoryEvents _events = new(TimeProvider.System, delay: null);
    private readonly Lock _lock = new();

    /// <summary>Is run before each append; its failure is the append's.</summary>
    public Func<Task> BeforeAppend { get; set; } = () => Task.CompletedTask;

    /// <summary>Whether it takes no notice of expected versions.</summary>
    public bool TakesAny { get; set; }

    /// <summary>How many events each append had.</summary>
    public List<int> Appends { get; } = [];

    public int Reads => From.Count;

    /// <summary>The first version that each read asked for.</summary>
    public List<long> From { get; } = [];

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        await BeforeAppend();
        lock (_lock)
            Appends.Add(events.Count);

        return await _events.AppendAsync(stream, TakesAny ? ExpectedVersion.Any : expected, events, cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        lock (_lock)
            From.Add(fromVersion);

        return _events.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);
    }
}
