using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Many events: one request of the writer, in one transaction.</summary>
internal sealed class SqliteBulkWriter(SqliteWriter writer, TimeProvider time) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        var ids = new HashSet<Guid>(events.Count);
        foreach (var (_, data) in events)
        {
            if (!ids.Add(data.Id))
            {
                throw new ArgumentException($"The event id {data.Id} is there twice.", nameof(events));
            }
        }

        await new BulkRequest(events, time, cancellationToken).SendAsync(writer);
    }
}
