namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>
/// The events of the bulk appends of a step, or of a trial, by number: first the main ones, each in the stream of its symbol, then
/// equal numbers of others for each of some further streams.
/// </summary>
/// <param name="events">Makes their data.</param>
/// <param name="count">How many main events there are.</param>
/// <param name="others">The further streams.</param>
/// <param name="length">How many events each of them gets.</param>
internal sealed class BulkSafeEvents(SafeEvents events, long count, IReadOnlyList<StreamId> others, int length) : IBulkContent
{
    /// <summary>All streams.</summary>
    public IReadOnlyList<StreamId> Streams { get; } = [.. events.Streams, .. others];

    /// <summary>How many events there are.</summary>
    public long Count => count + ((long)others.Count * length);

    public int StreamOf(long number) => number < count ? events.StreamOf(number) : events.Streams.Count + (int)((number - count) / length);

    public ulong HashOf(long number) => events.HashOf(number, HeadOf(number));

    /// <summary>The row that an event gives to <see cref="SafeEventProjection"/>.</summary>
    /// <param name="id">The event's id.</param>
    /// <param name="number">Its number.</param>
    public FoundRow RowOf(Guid id, long number)
    {
        var (symbol, type) = events.HeadOf(HeadOf(number));
        return new FoundRow(id, symbol, type);
    }

    /// <summary>Events that are flushed together.</summary>
    /// <param name="ids">Their ids.</param>
    /// <param name="from">The number of the first.</param>
    /// <param name="to">The number behind the last.</param>
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
