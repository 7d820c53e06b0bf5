namespace EventSourcingBench.Stores.Shared;

internal abstract class PostgresReadModel(PostgresDatabase database, string projection) : IReadModel
{
    protected PostgresDatabase Database => database;

    protected string Projection => projection;

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        Query("211_row", Row, eventId).FirstOrDefaultAsync(cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        Query("212_summary", r => new ReadModelSummary(r.GetString(0), r.GetInt64(1), r.GetInt64(2)), group)
            .FirstOrDefaultAsync(cancellationToken);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        database.StreamAsync(database.Scripts.Get("213_rows", projection), Row, fill: null, cancellationToken);

    /// <summary>Empties rows, sums and checkpoint in one transaction.</summary>
    /// <exception cref="StoreUnavailableException">The outcome is unknown. The call can be repeated.</exception>
    public Task ResetAsync(CancellationToken cancellationToken) =>
        database.ExecuteAsync(database.Scripts.Get("203_projection_reset", projection), cancellationToken);

    protected IAsyncEnumerable<T> Query<T>(string script, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        database.Ask(database.Scripts.Get(script, projection), read, parameters);

    private static ReadModelRow Row(NpgsqlDataReader reader) => new()
    {
        EventId = reader.GetGuid(0),
        Group = reader.GetString(1),
        Amount = reader.GetInt64(2),
        ApiCallTime = new DateTimeOffset(reader.GetDateTime(3)),
        Document = reader.GetFieldValue<byte[]>(4),
    };
}
