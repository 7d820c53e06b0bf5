using Npgsql;

namespace EventSourcingBench.Stores.Marten.Tests;

/// <summary>A transaction that is still open, on a connection which no pool lends to others.</summary>
public sealed class OpenTransaction(NpgsqlConnection connection, NpgsqlTransaction transaction) : IAsyncDisposable
{
    public static async Task<OpenTransaction> BeginAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var connection = new NpgsqlConnection(context.ConnectionString + ";Pooling=false");
        await connection.OpenAsync(cancellationToken);
        return new OpenTransaction(connection, await connection.BeginTransactionAsync(cancellationToken));
    }

    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public Task CommitAsync(CancellationToken cancellationToken) => transaction.CommitAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        await transaction.DisposeAsync();
        await connection.DisposeAsync();
    }
}
