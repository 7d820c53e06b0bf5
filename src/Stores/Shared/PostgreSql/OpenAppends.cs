namespace EventSourcingBench.Stores.Shared;

/// <summary>Appends in transactions that the caller ends, each on a connection of the pool.</summary>
/// <param name="insert">Inserts the events of a new stream in a transaction, and returns the last position.</param>
internal sealed class OpenAppends(
    PostgresDatabase database,
    Func<NpgsqlTransaction, StreamId, IReadOnlyList<EventData>, CancellationToken, Task<long>> insert,
    Action committed) : IOpenAppends
{
    public async Task<IOpenAppend> BeginAsync(
        StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        NpgsqlConnection? connection = null;
        try
        {
            connection = await database.Pool.OpenConnectionAsync(cancellationToken);
            var transaction = await connection.BeginTransactionAsync(cancellationToken);
            var position = await insert(transaction, stream, events, cancellationToken);
            return new OpenAppend(database.Errors, connection, transaction, new(events.Count, position), committed);
        }
        catch (Exception e)
        {
            await (connection?.DisposeAsync() ?? ValueTask.CompletedTask);
            if (PostgresErrors.IsDriverError(e))
                throw database.Errors.Unavailable(e);

            throw;
        }
    }

    private sealed class OpenAppend(
        PostgresErrors errors, NpgsqlConnection connection, NpgsqlTransaction transaction, Appended appended, Action committed)
        : IOpenAppend
    {
        public async Task<Appended> CommitAsync(CancellationToken cancellationToken = default)
        {
            try
            {
                await transaction.CommitAsync(cancellationToken);
            }
            catch (Exception e) when (PostgresErrors.IsDriverError(e))
            {
                throw errors.AfterSend(e);
            }

            committed();
            return appended;
        }

        public async Task CutAsync(CancellationToken cancellationToken = default)
        {
            try
            {
                await using var command = new NpgsqlCommand("SELECT pg_terminate_backend(pg_backend_pid())", connection, transaction);
                await command.ExecuteNonQueryAsync(cancellationToken);
            }
            catch (PostgresException e) when (e.InvariantSeverity == "ERROR")
            {
                throw errors.Unavailable(e);
            }
            catch (Exception e) when (PostgresErrors.IsDriverError(e))
            {
                // The end of the connection is the answer.
            }
        }

        public async ValueTask DisposeAsync()
        {
            await transaction.DisposeAsync();
            await connection.DisposeAsync();
        }
    }
}
