using Npgsql;
using Weasel.Postgresql;
using Weasel.Postgresql.Tables;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>A projection's rows and sums in Marten's schema. Marten keeps the checkpoint.</summary>
internal sealed class ReadModelTables(NpgsqlDataSource pool, PostgresErrors errors, SqlScripts sql, string schema, string projection) : IReadModel
{
    /// <summary>The name of the projection in the daemon.</summary>
    public string Shard => $"{projection}:All";

    public string SaveSql => sql.Get("201_projection_save", projection);

    /// <summary>The table definitions for Marten.</summary>
    public IEnumerable<Table> Definitions
    {
        get
        {
            var rows = new Table(new PostgresqlObjectName(schema, $"projection_{projection}_rows", SchemaUtils.IdentifierUsage.General));
            rows.AddColumn("event_id", "uuid").AsPrimaryKey();
            rows.AddColumn("row_group", "text").NotNull();
            rows.AddColumn("amount", "bigint").NotNull();
            rows.AddColumn("api_call_time", "timestamp with time zone").NotNull();
            rows.AddColumn("document", "jsonb").NotNull();
            var sums = new Table(new PostgresqlObjectName(schema, $"projection_{projection}_sums", SchemaUtils.IdentifierUsage.General));
            sums.AddColumn("row_group", "text").AsPrimaryKey();
            sums.AddColumn("row_count", "bigint").NotNull();
            sums.AddColumn("total", "bigint").NotNull();
            return [rows, sums];
        }
    }

    /// <summary>The saved checkpoint, the number of rows, and the last committed event.</summary>
    public async Task<(long Place, long Rows, long Head)> ReadStatusAsync(CancellationToken cancellationToken) =>
        await Query("202_projection_status", r => (r.GetInt64(0), r.GetInt64(1), r.GetInt64(2)), Shard).FirstOrDefaultAsync(cancellationToken);

    /// <summary>
    /// Empties rows, sums and checkpoint in one transaction. Both tables are locked first: a row of an inline append is then
    /// either removed together with its share of the sum, or kept together with it.
    /// </summary>
    public async Task ResetAsync(CancellationToken cancellationToken)
    {
        await using var connection = await pool.OpenConnectionAsync(cancellationToken);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken);
        await using var reset = new NpgsqlCommand(sql.Get("203_projection_reset", projection), connection);
        await reset.ExecuteNonQueryAsync(cancellationToken);
        await transaction.CommitAsync(cancellationToken);
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        Query("211_row", Row, eventId).FirstOrDefaultAsync(cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        Query("212_summary", r => new ReadModelSummary(r.GetString(0), r.GetInt64(1), r.GetInt64(2)), group).FirstOrDefaultAsync(cancellationToken);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        Query("213_rows", Row).StreamAsync(cancellationToken);

    private static ReadModelRow Row(NpgsqlDataReader reader) => new()
    {
        EventId = reader.GetGuid(0),
        Group = reader.GetString(1),
        Amount = reader.GetInt64(2),
        ApiCallTime = new DateTimeOffset(reader.GetDateTime(3)),
        Document = Encoding.UTF8.GetBytes(reader.GetString(4)),
    };

    private PooledQuery<T> Query<T>(string file, Func<NpgsqlDataReader, T> read, params object[] parameters) =>
        new(pool, errors, sql.Get(file, projection), read, parameters);
}
