namespace EventSourcingBench.LoadTests.Ingest;

/// <summary>The producer: offers small events to a buffer as fast as it takes them.</summary>
internal static class EventProducer
{
    private const int CheckEvery = 1_024;

    /// <summary>
    /// Offers events. One that the buffer refuses is counted there; the producer goes on with the next, as a sensor would.
    /// </summary>
    /// <param name="events">The events.</param>
    /// <param name="ids">Their ids.</param>
    /// <param name="from">The number of the first.</param>
    /// <param name="to">The number behind the last.</param>
    /// <param name="buffer">Where they go.</param>
    /// <param name="flusher">When it has given up, nothing more is offered.</param>
    /// <param name="cancellationToken">Ends the offering.</param>
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
