namespace EventSourcingBench.Stores.PostgreSql.Projections;

/// <summary>A projection's rows, sums and checkpoint. A save blocks: it runs on the projection's thread.</summary>
internal sealed class ProjectionTables(PostgresDatabase database, string projection, TimeProvider time)
    : PostgresReadModel(database, projection), IReadModelTables
{
    private readonly string _save = database.Scripts.Get("201_projection_save", projection);

    public static async Task<IReadModelTables> OpenAsync(
        PostgresDatabase database, string projection, TimeProvider time, CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection);
        await database.ExecuteAsync(
            PostgresParts.Lock(database) + database.Scripts.Get("003_projection", projection), cancellationToken);
        return new ProjectionTables(database, projection, time);
    }

    public async ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        await Query("202_projection_checkpoint", r => (FeedPlace.Read(r).Checkpoint, r.GetInt64(2))).FirstOrDefaultAsync(cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        Task.FromResult(Save(rows, FeedPlace.Of(after), FeedPlace.Of(checkpoint)));

    public Task ClearAsync() => ResetAsync(CancellationToken.None);

    private DateTimeOffset Save(IReadOnlyList<ReadModelRow> rows, FeedPlace from, FeedPlace to)
    {
        var isConnected = false;
        try
        {
            using var connection = Database.Pool.OpenConnection();
            isConnected = true;
            using var save = new NpgsqlCommand(_save, connection);
            new TypedParameters(save.Parameters)
                .Then(Projection).Then(from.TransactionId).Then(from.Position).Then(to.TransactionId).Then(to.Position)
                .Then(rows.Select(r => r.EventId).ToArray())
                .Then(rows.Select(r => r.Group).ToArray())
                .Then(rows.Select(r => r.Amount).ToArray())
                .Then(rows.Select(r => r.ApiCallTime.UtcDateTime).ToArray())
                .Then(rows.Select(r => r.Document).ToArray());
            save.Prepare();
            return (bool)save.ExecuteScalar()! ? time.GetUtcNow() : throw new CheckpointMovedException();
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw isConnected ? Database.Errors.AfterSend(e) : Database.Errors.Unavailable(e);
        }
    }
}
