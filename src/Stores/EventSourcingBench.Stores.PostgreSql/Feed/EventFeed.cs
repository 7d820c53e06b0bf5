using EventSourcingBench.Abstractions;
using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>
/// Reads all events in their order on one connection of its own, which it opens when it is used and again after a failure.
/// Not safe for concurrent use.
/// </summary>
internal sealed class EventFeed(NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors) : IAsyncDisposable
{
    private readonly RecordedEventReader _events = new();
    private NpgsqlConnection? _connection;
    private NpgsqlBatch _batch = null!;
    private NpgsqlParameter<ulong> _transaction = null!;
    private NpgsqlParameter<long> _position = null!;
    private NpgsqlParameter<int> _limit = null!;

    /// <summary>The next events after a place. One round trip.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public async Task<FeedPage> ReadAsync(FeedPlace after, int limit, CancellationToken cancellationToken)
    {
        try
        {
            await OpenAsync(cancellationToken);
            _transaction.TypedValue = after.TransactionId;
            _position.TypedValue = after.Position;
            _limit.TypedValue = limit;
            await using var reader = await _batch.ExecuteReaderAsync(cancellationToken);
            return await ReadPageAsync(reader, after, limit, cancellationToken);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e) || e is OperationCanceledException)
        {
            await DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw errors.Unavailable(e);
        }
    }

    /// <summary>The place behind the last event that is committed now; the start when there is none.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached, or the connection broke.</exception>
    public async Task<FeedPlace> ReadHeadAsync(CancellationToken cancellationToken)
    {
        try
        {
            await OpenAsync(cancellationToken);
            await using var command = new NpgsqlCommand(scripts.Get("123_head"), _connection);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            return await reader.ReadAsync(cancellationToken)
                ? new FeedPlace(reader.GetFieldValue<ulong>(0), reader.GetInt64(1))
                : default;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            await DisposeAsync();
            throw errors.Unavailable(e);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await _batch.DisposeAsync();
            await connection.DisposeAsync();
        }
    }

    private async Task<FeedPage> ReadPageAsync(NpgsqlDataReader reader, FeedPlace after, int limit, CancellationToken cancellationToken)
    {
        // Asked before the events: what is committed in between raises the signal after it was taken.
        await reader.ReadAsync(cancellationToken);
        var pending = reader.GetBoolean(0);
        await reader.NextResultAsync(cancellationToken);
        var events = new List<RecordedEvent>();
        var end = after;
        while (await reader.ReadAsync(cancellationToken))
        {
            end = new FeedPlace(reader.GetFieldValue<ulong>(0), reader.GetInt64(1));
            events.Add(_events.Read(reader));
        }

        return new FeedPage(events, end, events.Count == limit, pending);
    }

    private async Task OpenAsync(CancellationToken cancellationToken)
    {
        if (_connection is not null)
        {
            return;
        }

        _connection = await pool.OpenConnectionAsync(cancellationToken);
        _transaction = new NpgsqlParameter<ulong> { NpgsqlDbType = NpgsqlDbType.Xid8 };
        _position = new NpgsqlParameter<long> { NpgsqlDbType = NpgsqlDbType.Bigint };
        _limit = new NpgsqlParameter<int> { NpgsqlDbType = NpgsqlDbType.Integer };
        var events = new NpgsqlBatchCommand(scripts.Get("122_feed"));
        events.Parameters.Add(_transaction);
        events.Parameters.Add(_position);
        events.Parameters.Add(_limit);
        _batch = new NpgsqlBatch(_connection)
        {
            BatchCommands = { new NpgsqlBatchCommand(scripts.Get("121_pending")), events },
        };
        await _batch.PrepareAsync(cancellationToken);
    }
}
