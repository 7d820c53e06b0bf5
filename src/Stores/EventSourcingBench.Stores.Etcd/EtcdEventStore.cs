namespace EventSourcingBench.Stores.Etcd;

/// <summary>Streams and bulk appends. Writes go through the single writer, reads are ranges.</summary>
internal sealed class EtcdEventStore(CommitWriter writer, EventsReader reader) : IEventStore, IBulkWriter
{
    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        ThrowIfNoneOrTwice(events.Count, i => events[i].Id, nameof(events));
        cancellationToken.ThrowIfCancellationRequested();
        var request = new StreamRequest(stream, expected, EncodedEvent.Encode(events.Count, i => new BulkEvent(stream, events[i])));
        await writer.EnqueueAsync(request, cancellationToken);
        return await request.Answer.WaitAsync(cancellationToken);
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        ThrowIfNoneOrTwice(events.Count, i => events[i].Event.Id, nameof(events));
        cancellationToken.ThrowIfCancellationRequested();
        var request = new BulkRequest(EncodedEvent.Encode(events.Count, i => events[i]));
        await writer.EnqueueAsync(request, cancellationToken);
        await request.Answer.WaitAsync(cancellationToken);
    }

    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default) =>
        reader.ReadAsync(stream, fromVersion, maxCount, cancellationToken);

    private static void ThrowIfNoneOrTwice(int count, Func<int, Guid> id, string name)
    {
        if (count == 0)
        {
            throw new ArgumentException("There is no event to append.", name);
        }

        if (count == 1)
        {
            return;
        }

        var ids = new HashSet<Guid>(count);
        for (var i = 0; i < count; i++)
        {
            if (!ids.Add(id(i)))
            {
                throw new ArgumentException($"The event id {id(i)} is used twice.", name);
            }
        }
    }
}
