namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>All events after a checkpoint in the order of <c>seq_id</c>, never beyond Marten's high-water mark, then live.</summary>
internal sealed class MartenSubscription(MartenParts parts, HighWaterMark highWater, int batchSize) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        // After an event, not at the mark: two subscriptions that have the same events have the same checkpoint.
        var (place, reportedCaughtUp) = (after, false);
        await foreach (var page in highWater.FollowAsync(
            PositionCheckpoint.Parse(after), batchSize, ReadAsync, e => e.Position!.Value, cancellationToken))
        {
            var caughtUp = !page.IsFull && await parts.FollowAsync(HeadAsync, cancellationToken) <= page.End;
            if (page.Events.Count > 0 || (caughtUp && !reportedCaughtUp))
            {
                reportedCaughtUp = caughtUp;
                place = page.Events is [.., var last] ? PositionCheckpoint.At(last.Position!.Value) : place;
                yield return new EventBatch(page.Events, place, caughtUp);
            }
        }

        async Task<IReadOnlyList<RecordedEvent>> ReadAsync(long from, long upTo, CancellationToken either)
        {
            await using var session = parts.Store.QuerySession();
            var found = await session.Events.QueryAllRawEvents()
                .Where(e => e.Sequence > from && e.Sequence <= upTo && e.EventTypeName == DocumentStores.EventType)
                .OrderBy(e => e.Sequence).Take(batchSize).ToListAsync(either);
            return [.. found.Select(StoredEvent.Recorded)];
        }

        Task<long> HeadAsync(CancellationToken either) =>
            parts.Database.Query("103_head", r => r.GetInt64(0)).FirstOrDefaultAsync(either).AsTask();
    }
}
