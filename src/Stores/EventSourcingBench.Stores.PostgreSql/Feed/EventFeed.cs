namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>Reads all events in order on its own connection, opened on first use and after a failure. Blocks; not thread-safe.</summary>
internal sealed class EventFeed(PostgresDatabase database) : IDisposable
{
    private readonly RecordedEventReader _events = new();
    private NpgsqlConnection? _connection;
    private NpgsqlBatch? _look;
    private NpgsqlBatch? _askAndLook;

    /// <summary>The next events, and on demand whether some are committed but not readable yet, in one round trip.</summary>
    public FeedPage Read(FeedPlace after, int limit, bool askPending)
    {
        try
        {
            _connection ??= database.Pool.OpenConnection();
            var batch = askPending
                ? Prepared(ref _askAndLook, after, limit, new NpgsqlBatchCommand(database.Scripts.Get("121_pending")))
                : Prepared(ref _look, after, limit);
            using var reader = batch.ExecuteReader();
            bool? pending = null;
            if (askPending)
            {
                // Checked before the events are read: a commit in between raises the signal after it was taken.
                reader.Read();
                pending = reader.GetBoolean(0);
                reader.NextResult();
            }

            var found = new List<RecordedEvent>();
            while (reader.Read())
            {
                after = FeedPlace.Read(reader);
                found.Add(_events.Read(reader));
            }

            return new FeedPage(found, after, found.Count == limit, pending);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Dispose();
            throw database.Errors.Unavailable(e);
        }
    }

    public void Dispose()
    {
        (_look, _askAndLook) = (null, null);
        Interlocked.Exchange(ref _connection, null)?.Dispose();
    }

    private NpgsqlBatch Prepared(ref NpgsqlBatch? kept, FeedPlace after, int limit, params NpgsqlBatchCommand[] before)
    {
        var batch = kept ?? new NpgsqlBatch(_connection);
        if (kept is null)
            Array.ForEach([.. before, new NpgsqlBatchCommand(database.Scripts.Get("122_feed"))], batch.BatchCommands.Add);

        new TypedParameters(batch.BatchCommands[^1].Parameters).Then(after.TransactionId).Then(after.Position).Then(limit);
        if (kept is null)
            batch.Prepare();

        return kept = batch;
    }
}

/// <param name="Full">True if there may be more events.</param>
/// <param name="Pending">True if events are committed but not readable yet: query again soon. Null if this was not checked.</param>
internal sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, FeedPlace End, bool Full, bool? Pending)
{
    public bool CaughtUp => !Full && Pending == false;
}
