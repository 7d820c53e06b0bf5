using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Memory;

/// <summary>Many events under the log's lock at once, after one delay.</summary>
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
