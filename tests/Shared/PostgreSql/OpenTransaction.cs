using Npgsql;

namespace EventSourcingBench.Tests;

/// <summary>A transaction that is still open, on a connection which no pool lends to others.</summary>
public sealed class OpenTransaction : IUncommittedAppend
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlTransaction _transaction;

    private OpenTransaction(NpgsqlConnection connection, NpgsqlTransaction transaction) =>
        (_connection, _transaction) = (connection, transaction);

    public static async Task<OpenTransaction> BeginAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var connection = new NpgsqlConnection(context.ConnectionString + ";Pooling=false");
        await connection.OpenAsync(cancellationToken);
        return new OpenTransaction(connection, await connection.BeginTransactionAsync(cancellationToken));
    }

    public async Task ExecuteAsync(string sql, NpgsqlParameter[] parameters, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, _connection);
        command.Parameters.AddRange(parameters);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public Task CommitAsync(CancellationToken cancellationToken) => _transaction.CommitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await _transaction.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
