using Npgsql;
using NpgsqlTypes;

namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>A projection's rows, sums and checkpoint. A save blocks: it runs on the projection's thread.</summary>
internal sealed class ProjectionTables(PostgresDatabase database, string projection, TimeProvider time)
    : PostgresReadModel(database, projection), IReadModelTables
{
    private readonly string _save = database.Scripts.Get("201_projection_save", projection);

    /// <summary>The tables of a projection, created if missing.</summary>
    /// <exception cref="ArgumentException">The name is not a valid projection name.</exception>
    public static async Task<IReadModelTables> OpenAsync(
        PostgresDatabase database, string projection, TimeProvider time, CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection);
        await PostgresParts.CreateProjectionAsync(database, projection, cancellationToken);
        return new ProjectionTables(database, projection, time);
    }

    public async ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        await Query("202_projection_checkpoint", r => (FeedPlace.Read(r).Checkpoint, r.GetInt64(2))).FirstOrDefaultAsync(cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        Task.FromResult(Save(rows, FeedPlace.Of(after), FeedPlace.Of(checkpoint)));

    public Task ClearAsync() => ResetAsync(CancellationToken.None);

    private DateTimeOffset Save(IReadOnlyList<ReadModelRow> rows, FeedPlace from, FeedPlace to)
    {
        using var connection = Open();
        using var save = new NpgsqlCommand(_save, connection);
        Fill(save.Parameters, from, to, rows);
        try
        {
            save.Prepare();
            return (bool)save.ExecuteScalar()! ? time.GetUtcNow() : throw new CheckpointMovedException();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw Database.Errors.AfterSend(e);
        }
    }

    private NpgsqlConnection Open()
    {
        try
        {
            return Database.Pool.OpenConnection();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw Database.Errors.Unavailable(e);
        }
    }

    private void Fill(NpgsqlParameterCollection parameters, FeedPlace from, FeedPlace to, IReadOnlyList<ReadModelRow> rows)
    {
        parameters.With<string>(NpgsqlDbType.Text)
            .With<ulong>(NpgsqlDbType.Xid8).With<long>(NpgsqlDbType.Bigint).With<ulong>(NpgsqlDbType.Xid8).With<long>(NpgsqlDbType.Bigint)
            .Ids().Texts().Longs().With<DateTime[]>(NpgsqlDbType.Array | NpgsqlDbType.TimestampTz).Documents();
        parameters.Set(0, Projection);
        parameters.Set(1, from.TransactionId);
        parameters.Set(2, from.Position);
        parameters.Set(3, to.TransactionId);
        parameters.Set(4, to.Position);
        parameters.Set(5, rows.Select(r => r.EventId).ToArray());
        parameters.Set(6, rows.Select(r => r.Group).ToArray());
        parameters.Set(7, rows.Select(r => r.Amount).ToArray());
        parameters.Set(8, rows.Select(r => r.ApiCallTime.UtcDateTime).ToArray());
        parameters.Set(9, rows.Select(r => r.Document).ToArray());
    }
}
