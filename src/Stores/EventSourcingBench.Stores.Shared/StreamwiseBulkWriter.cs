using System.Runtime.ExceptionServices;

namespace EventSourcingBench.Stores.Shared;

/// <summary>Bulk appends as one append per stream, for stores whose transactions are limited to one stream.</summary>
public sealed class StreamwiseBulkWriter(IEventWriter store, int atOnce) : IBulkWriter
{
    public BulkAtomicity Atomicity => BulkAtomicity.Stream;

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
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
                    if (await store.AppendAsync(stream.Key, ExpectedVersion.Any, [.. stream], cancel) is not Appended)
                    {
                        throw new InvalidOperationException(
                            $"An append to {stream.Key} had a version conflict although it expects no version.");
                    }
                }
                catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException or ArgumentException)
                {
                    failures.Enqueue(e);
                }
            });
        if (!failures.TryPeek(out var first))
            return;

        // If nothing was appended, the first refusal is reported; otherwise the caller has to check each stream.
        if (failures.Count == streams.Count && failures.All(f => f is not OutcomeUnknownException))
            ExceptionDispatchInfo.Throw(first);

        throw new OutcomeUnknownException(
            $"{streams.Count - failures.Count} of {streams.Count} streams have their events, the others may not: {first.Message}", first);
    }
}
