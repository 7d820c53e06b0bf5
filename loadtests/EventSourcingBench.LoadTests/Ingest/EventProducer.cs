namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The producer: offers small events to a buffer as fast as it takes them.</summary>
internal static class EventProducer
{
    private const int CheckEvery = 1_024;

    /// <summary>
    /// Offers events up to the number before <c>to</c>; when the flusher has given up, no more. One that the buffer refuses is counted
    /// there, and the producer goes on with the next, as a sensor would.
    /// </summary>
    public static async Task RunAsync(
        SafeEvents events, EventIds ids, long from, long to, EventBuffer buffer, BulkFlusher flusher, CancellationToken cancellationToken)
    {
        var data = new byte[SafeEvents.LongestBytes];
        for (var number = from; number < to; number++)
        {
            if (number % CheckEvery == 0 && (flusher.Broken is not null || cancellationToken.IsCancellationRequested))
            {
                return;
            }

            var stream = events.StreamOf(number);
            var length = events.Write(number, stream, data);
            await buffer.AddAsync(stream, ids.Of(number), data.AsMemory(0, length));
        }
    }
}
