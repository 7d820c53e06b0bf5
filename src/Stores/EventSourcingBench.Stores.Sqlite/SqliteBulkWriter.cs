namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Bulk appends: one request of the writer, in one transaction.</summary>
internal sealed class SqliteBulkWriter(SqliteWriter writer, TimeProvider time) : IBulkWriter
{
    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(events);
        if (events.Count == 0)
        {
            throw new ArgumentException("There is no event to append.", nameof(events));
        }

        await new BulkRequest(events, time, cancellationToken).SendAsync(writer);
    }
}
