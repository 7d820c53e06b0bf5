namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Appends to several streams: one request of the writer, which shares its commit with other requests.</summary>
internal sealed class SqliteMultiStreamWriter(SqliteWriter writer, TimeProvider time) : IMultiStreamWriter
{
    public ValueTask<MultiStreamResult> AppendAsync(IReadOnlyList<StreamAppend> appends, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(appends);
        if (appends.Count == 0 || appends.Any(a => a.Events.Count == 0))
        {
            throw new ArgumentException("There is no event to append, or a part has none.", nameof(appends));
        }

        if (appends.DistinctBy(a => a.Stream).Count() < appends.Count)
        {
            throw new ArgumentException("A stream is used twice: put its events into one part.", nameof(appends));
        }

        return new MultiStreamRequest(appends, time, cancellationToken).SendAsync(writer);
    }
}
