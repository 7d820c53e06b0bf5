namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>
/// The events of the bulk appends of a step, or of a trial, by number: first the main ones, each in the stream of its symbol, then
/// equal numbers of others for each of some further streams.
/// </summary>
internal sealed class BulkSafeEvents(SafeEvents events, long count, IReadOnlyList<StreamId> others, int length) : IBulkContent
{
    public IReadOnlyList<StreamId> Streams { get; } = [.. events.Streams, .. others];

    public long Count => count + ((long)others.Count * length);

    public int StreamOf(long number) => number < count ? events.StreamOf(number) : events.Streams.Count + (int)((number - count) / length);

    public ulong HashOf(long number) => events.HashOf(number, HeadOf(number));

    /// <summary>The row that an event gives to <see cref="SafeEventProjection"/>.</summary>
    public FoundRow RowOf(Guid id, long number)
    {
        var (symbol, type) = events.HeadOf(HeadOf(number));
        return new FoundRow(id, symbol, type);
    }

    /// <summary>Events that are flushed together, up to the number before <c>to</c>.</summary>
    public BufferBatch Batch(EventIds ids, long from, long to)
    {
        var (batch, data) = (new BufferBatch(likely: null), new byte[SafeEvents.LongestBytes]);
        for (var number = from; number < to; number++)
        {
            batch.Add(StreamOf(number), ids.Of(number), data.AsSpan(0, events.Write(number, HeadOf(number), data)));
        }

        return batch;
    }

    // The others are all of one symbol.
    private int HeadOf(long number) => number < count ? events.StreamOf(number) : 0;
}
