using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Tests;

/// <summary>A transaction that has inserted events and is still open.</summary>
public sealed class UncommittedAppend : IAsyncDisposable
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
        for (var i = 0; i < events.Count; i++)
        {
            await using var insert = new NpgsqlCommand(
                $"INSERT INTO \"{context.Namespace}\".events (stream, version, event_id, type, data) VALUES ($1, $2, $3, $4, $5)", connection)
            {
                Parameters =
                {
                    new() { Value = stream.Value },
                    new() { Value = i + 1L },
                    new() { Value = events[i].Id },
                    new() { Value = events[i].Type },
                    new() { Value = events[i].Data.ToArray(), NpgsqlDbType = NpgsqlDbType.Json },
                },
            };
            await insert.ExecuteNonQueryAsync(cancellationToken);
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
