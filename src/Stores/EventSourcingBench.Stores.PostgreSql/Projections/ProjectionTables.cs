using Npgsql;

namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>
/// A projection's rows, sums and checkpoint. Writes on a separate connection; reads through the pool. Writing is not safe for
/// concurrent use.
/// </summary>
internal sealed class ProjectionTables(
    NpgsqlDataSource pool, SqlScripts scripts, PostgresErrors errors, string projection) : IReadModel, IDisposable
{
    private NpgsqlConnection? _connection;
    private NpgsqlCommand? _save;

    /// <summary>The saved checkpoint and the number of rows.</summary>
    /// <exception cref="StoreUnavailableException">The store could not be reached.</exception>
    public async Task<(FeedPlace Place, long Rows)> LoadAsync(CancellationToken cancellationToken) =>
        await Query("202_projection_checkpoint", r => (new FeedPlace(r.GetFieldValue<ulong>(0), r.GetInt64(1)), r.GetInt64(2)))
            .FirstOrDefaultAsync(cancellationToken);

    /// <summary>Saves rows, sums and checkpoint together. Blocks: it belongs to the projection's thread.</summary>
    /// <returns>False if the saved checkpoint is not <paramref name="from"/>; nothing was saved then.</returns>
    /// <exception cref="StoreUnavailableException">Nothing was saved.</exception>
    /// <exception cref="OutcomeUnknownException">The connection broke before the answer arrived.</exception>
    public bool Save(FeedPlace from, FeedPlace to, IReadOnlyList<ReadModelRow> rows)
    {
        NpgsqlCommand save;
        try
        {
            save = Open();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Dispose();
            throw errors.Unavailable(e);
        }

        ProjectionRows.Fill(save, projection, from, to, rows);
        try
        {
            return (bool)save.ExecuteScalar()!;
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            Dispose();
            throw errors.AfterSend(e);
        }
    }

    /// <summary>Empties rows, sums and checkpoint.</summary>
    /// <exception cref="StoreUnavailableException">The outcome is unknown. The call can be repeated.</exception>
    public async Task ResetAsync(CancellationToken cancellationToken)
    {
        try
        {
            await using var connection = await pool.OpenConnectionAsync(cancellationToken);
            await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
            await using var reset = new NpgsqlCommand(scripts.Get("203_projection_reset", projection), connection);
            await reset.ExecuteNonQueryAsync(cancellationToken);
            await transaction.CommitAsync(cancellationToken);
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

    /// <summary>Returns the connection.</summary>
    public void Dispose()
    {
        _save?.Dispose();
        _save = null;
        _connection?.Dispose();
        _connection = null;
    }

    private PooledQuery<T> Query<T>(string script, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        new(pool, errors, scripts.Get(script, projection), read, parameters);

    private NpgsqlCommand Open()
    {
        if (_save is not null)
        {
            return _save;
        }

        _connection = pool.OpenConnection();
        var save = new NpgsqlCommand(scripts.Get("201_projection_save", projection), _connection);
        ProjectionRows.Declare(save);
        save.Prepare();
        return _save = save;
    }
}
