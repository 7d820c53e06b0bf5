using EventSourcingBench.Abstractions;
using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>A projection's rows, sums and checkpoint. Saving is not safe for concurrent use.</summary>
internal sealed class ProjectionTables(
    NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, TimeProvider time, string projection) : IReadModelTables
{
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public async ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        await Query(
                "202_projection_checkpoint",
                r => (new FeedPlace(r.GetFieldValue<ulong>(0), r.GetInt64(1)).Checkpoint, r.GetInt64(2)))
            .FirstOrDefaultAsync(cancellationToken);

    /// <exception cref="CheckpointMovedException">Nothing was saved: another host of the projection was faster.</exception>
    /// <exception cref="StoreUnavailableException">Nothing was saved.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer came.</exception>
    public async Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint)
    {
        await using var connection = await OpenAsync();
        await using var save = new NpgsqlCommand(scripts.Get("201_projection_save", projection), connection);
        ProjectionRows.Fill(save.Parameters, projection, FeedPlace.Of(after), FeedPlace.Of(checkpoint), rows);
        try
        {
            // Prepared once on each connection of the pool.
            await save.PrepareAsync();
            return (bool)(await save.ExecuteScalarAsync())! ? time.GetUtcNow() : throw new CheckpointMovedException();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.AfterSend(e);
        }
    }

    /// <exception cref="StoreUnavailableException">It may have been done or not; it can be done again.</exception>
    public async Task ClearAsync()
    {
        await using var connection = await OpenAsync();
        try
        {
            await using var transaction = await connection.BeginTransactionAsync();
            await using var reset = new NpgsqlCommand(scripts.Get("203_projection_reset", projection), connection);
            await reset.ExecuteNonQueryAsync();
            await transaction.CommitAsync();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        Query("211_row", ProjectionRows.Read, eventId).FirstOrDefaultAsync(cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        Query("212_summary", r => new ReadModelSummary(r.GetString(0), r.GetInt64(1), r.GetInt64(2)), group)
            .FirstOrDefaultAsync(cancellationToken);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        Query("213_rows", ProjectionRows.Read).StreamAsync(cancellationToken);

    private PooledQuery<T> Query<T>(string script, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        new(pool, errors, scripts.Get(script, projection), read, parameters);

    private async Task<NpgsqlConnection> OpenAsync()
    {
        try
        {
            return await pool.OpenConnectionAsync();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw errors.Unavailable(e);
        }
    }
}
