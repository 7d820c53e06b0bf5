using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Faulty;

/// <summary>One append in so many, the first one too, fails with an exception that quotes the connection string, as clients do.</summary>
internal sealed class QuotingEventStore(IEventStore inner, string connectionString, int rate) : IEventStore
{
    private long _appends;

    public ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default) => Interlocked.Increment(ref _appends) % rate == 1
            ? throw Failure(connectionString)
            : inner.AppendAsync(stream, expected, events, cancellationToken);

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        inner.ReadStreamAsync(stream, fromVersion, maxCount, cancellationToken);

    /// <summary>What a careless client says.</summary>
    public static StoreUnavailableException Failure(string connectionString) => new(
        $"The client said: '{connectionString}' failed.", new InvalidOperationException($"'{connectionString}' is broken."));
}
