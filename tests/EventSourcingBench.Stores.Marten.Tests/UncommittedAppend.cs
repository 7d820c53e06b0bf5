using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A transaction that has inserted events as Marten does, and is still open.</summary>
public sealed class UncommittedAppend : IUncommittedAppend
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlTransaction _transaction;

    private UncommittedAppend(NpgsqlConnection connection, NpgsqlTransaction transaction) =>
        (_connection, _transaction) = (connection, transaction);

    public static async Task<UncommittedAppend> BeginAsync(
        StoreContext context, StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var connection = new NpgsqlConnection(context.ConnectionString + ";Pooling=false");
        await connection.OpenAsync(cancellationToken);
        var transaction = await connection.BeginTransactionAsync(cancellationToken);
        await using var insert = new NpgsqlCommand(
            $"""
            INSERT INTO "{context.Namespace}".mt_streams (id, version, tenant_id) VALUES ($1, $2, '*DEFAULT*');
            """,
            connection)
        {
            Parameters = { new() { Value = stream.Value }, new() { Value = (long)events.Count } },
        };
        await insert.ExecuteNonQueryAsync(cancellationToken);
        for (var i = 0; i < events.Count; i++)
        {
            await using var add = new NpgsqlCommand(
                $$"""
                INSERT INTO "{{context.Namespace}}".mt_events (seq_id, id, stream_id, version, data, type, tenant_id, timestamp, mt_dotnet_type, is_archived)
                VALUES (nextval('"{{context.Namespace}}".mt_events_sequence'), $1, $2, $3, jsonb_build_object('type', $4::text, 'data', $5::jsonb), 'stored_event', '*DEFAULT*', now(), $6, false)
                """,
                connection)
            {
                Parameters =
                {
                    new() { Value = events[i].Id },
                    new() { Value = stream.Value },
                    new() { Value = i + 1L },
                    new() { Value = events[i].Type },
                    new() { Value = events[i].Data.ToArray(), NpgsqlDbType = NpgsqlDbType.Jsonb },
                    new() { Value = "EventSourcingBench.Stores.Marten.StoredEvent, EventSourcingBench.Stores.Marten" },
                },
            };
            await add.ExecuteNonQueryAsync(cancellationToken);
        }

        return new UncommittedAppend(connection, transaction);
    }

    public Task CommitAsync(CancellationToken cancellationToken) => _transaction.CommitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _transaction.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
