namespace EventSourcingBench.Stores.Memory;

/// <summary>Appends many events under one lock, after one delay.</summary>
internal sealed class MemoryBulkWriter(MemoryLog log, PreciseDelay? delay) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        BulkEvents.Require(events);
        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
        {
            await delay.WaitAsync(cancellationToken);
        }

        log.Append(events);
    }
}
