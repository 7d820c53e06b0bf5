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
    /// <param name="after">The place to continue from.</param>
    /// <param name="limit">The maximum number of events.</param>
    /// <param name="askPending">Whether to check for events that are not readable yet.</param>
    /// <param name="blocks">Whether it blocks the thread. It is then complete when it returns.</param>
    /// <param name="cancellationToken">Has no effect on a call that blocks.</param>
    public async Task<FeedPage> ReadAsync(FeedPlace after, int limit, bool askPending, bool blocks, CancellationToken cancellationToken)
    {
        try
        {
            if (_connection is null && blocks)
            {
                // Runs only on the first use of a connection; queries are much more frequent.
                OpenAsync(CancellationToken.None).GetAwaiter().GetResult();
            }
            else if (_connection is null)
            {
                await OpenAsync(cancellationToken);
            }

            var batch = Ask(after, limit, askPending);
            var reader = blocks ? batch.ExecuteReader() : await batch.ExecuteReaderAsync(cancellationToken);
            try
            {
                return await ReadPageAsync(reader, after, limit, askPending, blocks, cancellationToken);
            }
            finally
            {
                if (blocks)
                    reader.Dispose();
                else
                    await reader.DisposeAsync();
            }
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) || e is OperationCanceledException)
        {
            await DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
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
        NpgsqlDataReader reader, FeedPlace after, int limit, bool askPending, bool blocks, CancellationToken cancellationToken)
    {
        bool? pending = null;
        if (askPending)
        {
            // Checked before the events are read: a commit in between raises the signal after it was taken.
            _ = blocks ? reader.Read() : await reader.ReadAsync(cancellationToken);
            pending = reader.GetBoolean(0);
            _ = blocks ? reader.NextResult() : await reader.NextResultAsync(cancellationToken);
        }

        var found = new List<RecordedEvent>();
        while (blocks ? reader.Read() : await reader.ReadAsync(cancellationToken))
        {
            after = FeedPlace.Read(reader);
            found.Add(_events.Read(reader));
        }

        return new FeedPage(found, after, found.Count == limit, pending);
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
