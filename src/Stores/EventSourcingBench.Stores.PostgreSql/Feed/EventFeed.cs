using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Feed;

/// <summary>
/// Reads all events in order on a separate connection, which opens on first use and again after a failure. Not safe for
/// concurrent use.
/// </summary>
internal sealed class EventFeed(PostgresDatabase database) : IAsyncDisposable
{
    private readonly RecordedEventReader _events = new();
    private NpgsqlConnection? _connection;
    private NpgsqlBatch _look = null!;
    private NpgsqlBatch _askAndLook = null!;

    /// <summary>The next events, and on demand whether some are committed but not readable yet, in one round trip.</summary>
    public async Task<FeedPage> ReadAsync(FeedPlace after, int limit, bool askPending, CancellationToken cancellationToken)
    {
        try
        {
            await OpenAsync(cancellationToken);
            var batch = Ask(after, limit, askPending);
            await using var reader = await batch.ExecuteReaderAsync(cancellationToken);
            return await ReadPageAsync(reader, after, limit, askPending, cancellationToken);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) || e is OperationCanceledException)
        {
            await DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw database.Errors.Unavailable(e);
        }
    }

    /// <summary>The same, blocking the thread.</summary>
    public FeedPage Read(FeedPlace after, int limit, bool askPending)
    {
        try
        {
            // Runs only on the first use of a connection; queries are much more frequent.
            OpenAsync(CancellationToken.None).GetAwaiter().GetResult();
            using var reader = Ask(after, limit, askPending).ExecuteReader();
            bool? pending = null;
            if (askPending)
            {
                reader.Read();
                pending = reader.GetBoolean(0);
                reader.NextResult();
            }

            var page = new PageBuilder(after, limit, pending);
            while (reader.Read())
            {
                page.Add(reader, _events);
            }

            return page.Build();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            DisposeAsync().AsTask().GetAwaiter().GetResult();
            throw database.Errors.Unavailable(e);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private async Task<FeedPage> ReadPageAsync(
        NpgsqlDataReader reader, FeedPlace after, int limit, bool askPending, CancellationToken cancellationToken)
    {
        bool? pending = null;
        if (askPending)
        {
            // Checked before the events are read: a commit in between raises the signal after it was taken.
            await reader.ReadAsync(cancellationToken);
            pending = reader.GetBoolean(0);
            await reader.NextResultAsync(cancellationToken);
        }

        var page = new PageBuilder(after, limit, pending);
        while (await reader.ReadAsync(cancellationToken))
        {
            page.Add(reader, _events);
        }

        return page.Build();
    }

    private NpgsqlBatch Ask(FeedPlace after, int limit, bool askPending)
    {
        var batch = askPending ? _askAndLook : _look;
        var events = batch.BatchCommands[^1].Parameters;
        ((NpgsqlParameter<ulong>)events[0]).TypedValue = after.TransactionId;
        ((NpgsqlParameter<long>)events[1]).TypedValue = after.Position;
        ((NpgsqlParameter<int>)events[2]).TypedValue = limit;
        return batch;
    }

    private async Task OpenAsync(CancellationToken cancellationToken)
    {
        if (_connection is not null)
        {
            return;
        }

        _connection = await database.Pool.OpenConnectionAsync(cancellationToken);
        _look = new NpgsqlBatch(_connection) { BatchCommands = { Events() } };
        _askAndLook = new NpgsqlBatch(_connection)
        {
            BatchCommands = { new NpgsqlBatchCommand(database.Scripts.Get("121_pending")), Events() },
        };
        await _look.PrepareAsync(cancellationToken);
        await _askAndLook.PrepareAsync(cancellationToken);
    }

    private NpgsqlBatchCommand Events() => new(database.Scripts.Get("122_feed"))
    {
        Parameters =
        {
            new NpgsqlParameter<ulong> { NpgsqlDbType = NpgsqlDbType.Xid8 },
            new NpgsqlParameter<long> { NpgsqlDbType = NpgsqlDbType.Bigint },
            new NpgsqlParameter<int> { NpgsqlDbType = NpgsqlDbType.Integer },
        },
    };

    private sealed class PageBuilder(FeedPlace after, int limit, bool? pending)
    {
        private readonly List<RecordedEvent> _found = [];
        private FeedPlace _end = after;

        public void Add(NpgsqlDataReader reader, RecordedEventReader events)
        {
            _end = FeedPlace.Read(reader);
            _found.Add(events.Read(reader));
        }

        public FeedPage Build() => new(_found, _end, _found.Count == limit, pending);
    }
}

/// <summary>The result of one query of the feed.</summary>
/// <param name="Events">The events.</param>
/// <param name="End">The place after the last event.</param>
/// <param name="Full">True if there may be more events.</param>
/// <param name="Pending">
/// True if events are committed but not readable yet: query again soon. Null if this was not checked.
/// </param>
internal sealed record FeedPage(IReadOnlyList<RecordedEvent> Events, FeedPlace End, bool Full, bool? Pending)
{
    public bool CaughtUp => !Full && Pending == false;
}
