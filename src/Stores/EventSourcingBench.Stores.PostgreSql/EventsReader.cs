using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Reads streams, each read on a pooled connection.</summary>
internal sealed class EventsReader(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors) : IEventReader
{
    // Not an iterator itself: a second one around the query's would cost a step per event.
    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream,
        long fromVersion = 1,
        long maxCount = long.MaxValue,
        CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        var rows = new PooledQuery<RecordedEvent>(
            pool, errors, scripts.Get("111_read_stream"), new RecordedEventReader(stream).Read, [stream.Value, fromVersion, maxCount]);
        return rows.StreamAsync(cancellationToken);
    }
}
