namespace EventSourcingBench.Stores.Etcd;

/// <summary>Streams and bulk appends. Writes go through the single writer, reads are pages of ranges confirmed by a majority.</summary>
internal sealed class EtcdEventStore(CommitWriter writer, EtcdClient client, KeySpace keys) : IEventStore, IBulkWriter
{
    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        cancellationToken.ThrowIfCancellationRequested();
        var encoded = EncodedEvent.Encode(events.Count, i => new BulkEvent(stream, events[i]));
        return await writer.AppendAsync(new WriteRequest(encoded, expected), cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        cancellationToken.ThrowIfCancellationRequested();
        await writer.AppendAsync(new WriteRequest(EncodedEvent.Encode(events.Count, i => events[i])), cancellationToken);
    }

    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var size = new PageSize();
        var (next, left) = (fromVersion, maxCount);
        while (true)
        {
            var limit = (int)Math.Min(size.Limit, left);
            var page = await client.ReadAsync(EtcdRequest.Range(keys.PartsFrom(stream, next, limit)), cancellationToken);
            size.Seen(page);
            foreach (var pair in page.Found)
            {
                foreach (var recorded in Part.Read(stream, pair.Value).Events)
                {
                    if (recorded.Version < next)
                        continue;

                    cancellationToken.ThrowIfCancellationRequested();
                    yield return recorded;
                    next++;
                    if (--left == 0)
                        yield break;
                }
            }

            if (!page.More)
                yield break;
        }
    }
}
