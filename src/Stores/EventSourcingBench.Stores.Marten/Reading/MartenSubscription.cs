namespace EventSourcingBench.Stores.Marten.Reading;

/// <summary>All events after a checkpoint in the order of <c>seq_id</c>, never beyond Marten's high-water mark, then live.</summary>
internal sealed class MartenSubscription(MartenParts parts, HighWaterMark highWater, int batchSize) : ICatchUpSubscription
{
    public async IAsyncEnumerable<EventBatch> SubscribeAsync(
        Checkpoint after, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        // After an event, not at the mark: two subscriptions that have the same events have the same checkpoint.
        var (place, reportedCaughtUp, head) = (after, false, 0L);
        await foreach (var page in highWater.FollowAsync(PositionCheckpoint.Parse(after), LookAsync, cancellationToken))
        {
            var caughtUp = !page.IsFull && head <= page.End;
            if (page.Events.Count > 0 || (caughtUp && !reportedCaughtUp))
            {
                reportedCaughtUp = caughtUp;
                place = page.Events is [.., var last] ? PositionCheckpoint.At(last.Position!.Value) : place;
                yield return new EventBatch(page.Events, place, caughtUp);
            }
        }

        async Task<Page<RecordedEvent>> LookAsync(long from, long mark, CancellationToken either)
        {
            List<RecordedEvent> events = [];
            if (mark > from)
            {
                await using var session = parts.Store.QuerySession();
                var found = await session.Events.QueryAllRawEvents()
                    .Where(e => e.Sequence > from && e.Sequence <= mark && e.EventTypeName == DocumentStores.EventType)
                    .OrderBy(e => e.Sequence).Take(batchSize).ToListAsync(either);
                events.AddRange(found.Select(StoredEvent.Recorded));
            }

            if (events.Count == batchSize)
                return new Page<RecordedEvent>(events, events[^1].Position!.Value, IsFull: true);

            head = await parts.Database.Query("103_head", r => r.GetInt64(0)).FirstOrDefaultAsync(either);
            return new Page<RecordedEvent>(events, Math.Max(from, mark), IsFull: false);
        }
    }
}
