namespace EventSourcingBench.LoadTests;

/// <summary>Fills a growing store by bulk appends, and keeps account of what it writes to files meanwhile.</summary>
internal sealed class GrowthFill(GrowthStep growth)
{
    private const int BufferBytes = 1 << 20;

    private readonly FlushLog _log = new(growth.Flushes, growth.Time);

    /// <summary>Time that the filling took so far.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Events that it was filled with so far.</summary>
    public long Filled { get; private set; }

    /// <summary>Bytes that were written meanwhile; null where nobody counts them.</summary>
    public long? Written { get; private set; } = 0;

    /// <summary>Writes the short streams.</summary>
    public async Task BeginAsync()
    {
        var batch = new BufferBatch(likely: null);
        var data = new byte[SafeEvents.LongestBytes];
        for (var number = growth.Events.FirstShort; number < growth.Events.FirstLive; number++)
        {
            var length = growth.Events.Small.Write(number, stream: 0, data);
            batch.Add(growth.Ledger.StreamOf(number), growth.Ledger.Ids.Of(number), data.AsSpan(0, length));
        }

        await Flusher().FlushAsync(batch);
    }

    /// <summary>Fills up to a number of events.</summary>
    /// <returns>Events a second.</returns>
    /// <exception cref="StoreFailureException">The store gave up.</exception>
    public async Task<double> ToAsync(long events, CancellationToken cancellationToken)
    {
        var before = await ReadWrittenAsync();
        var flusher = Flusher();
        var settings = new EventBufferSettings { Blocking = true, FlushBytes = BufferBytes };
        var start = growth.Time.GetTimestamp();
        long done;
        await using (var buffer = new EventBuffer(settings, flusher.FlushAsync, growth.Time))
        {
            await Pouring.RunAsync(growth.Events.Small, growth.Ledger.Ids, Filled, events, buffer, flusher, cancellationToken);
            await buffer.CompleteAsync();
            done = buffer.Acknowledged;
        }

        var elapsed = growth.Time.GetElapsedTime(start);
        Elapsed += elapsed;
        Filled += done;
        if (flusher.Broken is { } reason)
        {
            throw new StoreFailureException(reason);
        }

        Written = await ReadWrittenAsync() - before + Written;
        return elapsed > TimeSpan.Zero ? done / elapsed.TotalSeconds : 0;
    }

    private BulkFlusher Flusher() => new(growth.Poured, growth.Ledger, _log, growth.Step.Workload.Timeout, growth.Time);

    private async Task<long?> ReadWrittenAsync() => growth.Store.Storage is { } meter ? (await meter.ReadAsync()).WrittenBytes : null;
}
