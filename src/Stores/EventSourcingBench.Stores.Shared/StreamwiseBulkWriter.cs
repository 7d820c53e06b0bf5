using System.Runtime.ExceptionServices;
using EventData = EventSourcingBench.Abstractions.EventData;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Bulk appends as one append per stream.</summary>
/// <remarks>For stores whose transactions are limited to one stream. Appends of one call, connection or batch do not share a
/// transaction.</remarks>
/// <param name="store">The streams.</param>
/// <param name="atOnce">The maximum number of concurrent appends, 1 or more.</param>
public sealed class StreamwiseBulkWriter(IEventWriter store, int atOnce) : IBulkWriter
{
    /// <inheritdoc />
    public BulkAtomicity Atomicity => BulkAtomicity.Stream;

    /// <inheritdoc />
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        BulkEvents.Require(events);
        var streams = events.GroupBy(e => e.Stream, e => e.Event).ToList();
        var failures = new ConcurrentQueue<Exception>();
        // After a failure the other appends continue: fewer streams are then left without their events.
        await Parallel.ForEachAsync(
            streams,
            new ParallelOptions { MaxDegreeOfParallelism = atOnce, CancellationToken = cancellationToken },
            async (stream, cancel) =>
            {
                try
                {
                    await AppendAsync(stream.Key, [.. stream], cancel);
                }
                catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException or ArgumentException)
                {
                    failures.Enqueue(e);
                }
            });
        if (failures.TryPeek(out var first))
            Throw(first, failures, streams.Count);
    }

    // If nothing was appended, the first refusal is reported; otherwise the caller has to check each stream.
    private static void Throw(Exception first, ConcurrentQueue<Exception> failures, int streams)
    {
        if (failures.Count == streams && failures.All(f => f is not OutcomeUnknownException))
            ExceptionDispatchInfo.Throw(first);

        throw new OutcomeUnknownException(
            $"{streams - failures.Count} of {streams} streams have their events, the others may not: {first.Message}", first);
    }

    private async Task AppendAsync(StreamId stream, List<EventData> of, CancellationToken cancellationToken)
    {
        if (await store.AppendAsync(stream, ExpectedVersion.Any, of, cancellationToken) is not Appended)
            throw new InvalidOperationException($"An append to {stream} had a version conflict although it expects no version.");
    }
}
