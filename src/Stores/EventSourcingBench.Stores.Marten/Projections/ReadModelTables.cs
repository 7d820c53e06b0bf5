using Weasel.Postgresql.Tables;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>A projection's rows and sums in Marten's schema. Marten keeps the checkpoint.</summary>
internal sealed class ReadModelTables(PostgresDatabase database, string projection) : PostgresReadModel(database, projection)
{
    public string Shard => $"{Projection}:All";

    public string SaveSql => Database.Scripts.Get("201_projection_save", Projection);

    public IEnumerable<Table> Definitions
    {
        get
        {
            var rows = Table("rows");
            rows.AddColumn("event_id", "uuid").AsPrimaryKey();
            rows.AddColumn("row_group", "text").NotNull();
            rows.AddColumn("amount", "bigint").NotNull();
            rows.AddColumn("api_call_time", "timestamp with time zone").NotNull();
            rows.AddColumn("document", "jsonb").NotNull();
            var sums = Table("sums");
            sums.AddColumn("row_group", "text").AsPrimaryKey();
            sums.AddColumn("row_count", "bigint").NotNull();
            sums.AddColumn("total", "bigint").NotNull();
            return [rows, sums];
        }
    }

    public async Task<(long Place, long Rows, long Head)> ReadStatusAsync(CancellationToken cancellationToken) =>
        await Query("202_projection_status", r => (r.GetInt64(0), r.GetInt64(1), r.GetInt64(2)), Shard)
            .FirstOrDefaultAsync(cancellationToken);

    private Table Table(string kind) =>
        new(new PostgresqlObjectName(Database.Scripts.Schema, $"projection_{Projection}_{kind}", SchemaUtils.IdentifierUsage.General));
}
