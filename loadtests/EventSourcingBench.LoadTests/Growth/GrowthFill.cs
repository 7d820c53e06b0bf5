namespace EventSourcingBench.LoadTests.Growth;

/// <summary>Fills a growing store by bulk appends, and counts what it writes to files meanwhile.</summary>
internal sealed class GrowthFill(GrowthStep growth)
{
    private const int BufferBytes = 1 << 20;

    public TimeSpan Elapsed { get; private set; }

    public long Filled { get; private set; }

    /// <summary>Bytes that were written meanwhile; null where they are not counted.</summary>
    public long? Written { get; private set; } = 0;

    public Task BeginAsync() =>
        Flusher().FlushAsync(growth.Events.Bulk.Batch(growth.History.Ids, growth.Events.FirstShort, growth.Events.Bulk.Count));

    /// <returns>Events a second.</returns>
    /// <exception cref="StoreFailureException">The store gave up.</exception>
    public async Task<double> ToAsync(long events, CancellationToken cancellationToken)
    {
        var before = await ReadWrittenAsync();
        var flusher = Flusher();
        var settings = new EventBufferSettings(Blocking: true, BufferBytes);
        var start = growth.Time.GetTimestamp();
        long done;
        await using (var buffer = new EventBuffer(settings, flusher.FlushAsync, growth.Time))
        {
            await EventProducer.RunAsync(growth.Events.Small, growth.History.Ids, Filled, events, buffer, flusher, cancellationToken);
            await buffer.CompleteAsync();
            done = buffer.Acknowledged;
        }

        var elapsed = growth.Time.GetElapsedTime(start);
        Elapsed += elapsed;
        Filled += done;
        if (flusher.Broken is { } reason)
            throw new StoreFailureException(reason);

        Written = await ReadWrittenAsync() - before + Written;
        return elapsed > TimeSpan.Zero ? done / elapsed.TotalSeconds : 0;
    }

    private BulkFlusher Flusher() =>
        new(BulkStore.Of(growth.Store)!, growth.BulkAppends, growth.Flushes, growth.Step.Timeout, growth.Time);

    private async Task<long?> ReadWrittenAsync() => growth.Store.Storage is { } meter ? (await meter.ReadAsync()).WrittenBytes : null;
}
