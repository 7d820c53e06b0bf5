using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;
using EventSourcingBench.Abstractions;
using EventData = EventSourcingBench.Abstractions.EventData;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Many events of many streams: an append for each stream.</summary>
/// <remarks>For stores whose transactions hold one stream: what shares a call, a connection or a batch there shares no transaction.</remarks>
/// <param name="store">The streams.</param>
/// <param name="atOnce">How many of the appends are under way at a time, 1 or more.</param>
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
        // Also when one has failed the others go on: the fewer streams are without their events, the fewer have to be looked for.
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
        {
            Throw(first, failures, streams.Count);
        }
    }

    // Where nothing at all was appended the first refusal says all; else the caller has to look stream by stream.
    private static void Throw(Exception first, ConcurrentQueue<Exception> failures, int streams)
    {
        if (failures.Count == streams && failures.All(f => f is not OutcomeUnknownException))
        {
            ExceptionDispatchInfo.Throw(first);
        }

        throw new OutcomeUnknownException($"{streams - failures.Count} of {streams} streams have their events, the others may not: {first.Message}", first);
    }

    private async Task AppendAsync(StreamId stream, List<EventData> of, CancellationToken cancellationToken)
    {
        if (await store.AppendAsync(stream, ExpectedVersion.Any, of, cancellationToken) is not Appended)
        {
            throw new InvalidOperationException($"An append to {stream} met a version conflict, though it expected no version.");
        }
    }
}
