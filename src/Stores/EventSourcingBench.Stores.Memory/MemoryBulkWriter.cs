using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Memory;

/// <summary>Many events under the log's lock at once, after one delay.</summary>
internal sealed class MemoryBulkWriter(MemoryLog log, PreciseDelay? delay) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        if (events.DistinctBy(e => e.Event.Id).Count() != events.Count)
        {
            throw new ArgumentException("Two events have the same id.", nameof(events));
        }

        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
        {
            await delay.WaitAsync(cancellationToken);
        }

        log.Append(events);
    }
}
