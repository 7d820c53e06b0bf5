using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>Rows, sums and checkpoint in tables of a SQLite file. A save shares its commit with other requests of the writer.</summary>
/// <param name="projection">The projection's validated name: lower-case letters, digits and <c>_</c>.</param>
internal sealed class SqliteReadModel(SqliteFile file, TimeProvider time, string projection) : IReadModelTables
{
    private const int MostInASlice = 1000;

    private readonly ConcurrentDictionary<string, string> _scripts = new(StringComparer.Ordinal);

    public static async Task<IReadModelTables> OpenAsync(
        SqliteFile file, TimeProvider time, string projection, CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection);
        var model = new SqliteReadModel(file, time, projection);
        await model.WriteAsync(connection => connection.RunScript(model.Sql("030_projection_schema"))).WaitAsync(cancellationToken);
        return model;
    }

    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) => ReadAsync(
        c => c.Statement(Sql("040_progress")).First(static s => (new Checkpoint(Encoding.UTF8.GetString(s.Bytes(0))), s.Int64(1))),
        cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        WriteAsync(connection =>
    {
        var insert = connection.Statement(Sql("031_insert_row"));
        // A log may have an event id twice.
        var added = new List<ReadModelRow>(rows.Count);
        foreach (var row in rows)
        {
            insert.Bind(1, row.EventId).Bind(2, row.Group).Bind(3, row.Amount)
                .Bind(4, row.ApiCallTime.UtcTicks).Bind(5, row.Document.Span).Run();
            if (connection.HasChanged)
                added.Add(row);
        }

        foreach (var group in added.GroupBy(r => r.Group, StringComparer.Ordinal))
        {
            connection.Statement(Sql("032_add_to_summary"))
                .Bind(1, group.Key).Bind(2, group.LongCount()).Bind(3, group.Sum(r => r.Amount)).Run();
        }

        connection.Statement(Sql("033_save_checkpoint")).Bind(1, projection).Bind(2, checkpoint.Value ?? "").Run();
    });

    public Task ClearAsync() => WriteAsync(connection => connection.RunScript(Sql("034_clear")));

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) => ReadAsync(
        connection => connection.Statement(Sql("041_find_row")).Bind(1, eventId).First(s => Row(connection.Names, s)), cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) => ReadAsync(
        c => c.Statement(Sql("042_find_summary")).Bind(1, group).First(s => new ReadModelSummary(group, s.Int64(0), s.Int64(1))),
        cancellationToken);

    public async IAsyncEnumerable<ReadModelRow> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        byte[] last = [];
        while (true)
        {
            var slice = await ReadAsync(
                connection => connection.Statement(Sql("043_read_rows")).Bind(1, last).Bind(2, MostInASlice)
                    .Rows(row => Row(connection.Names, row)).ToList(),
                cancellationToken);
            foreach (var row in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return row;
            }

            if (slice.Count < MostInASlice)
                yield break;

            last = slice[^1].EventId.ToByteArray(bigEndian: true);
        }
    }

    private static ReadModelRow Row(NameCache names, SqliteStatement row) => new()
    {
        EventId = row.Guid(0),
        Group = names.Name(row.Bytes(1)),
        Amount = row.Int64(2),
        ApiCallTime = new DateTimeOffset(row.Int64(3), TimeSpan.Zero),
        Document = row.Bytes(4).ToArray(),
    };

    private ValueTask<T> ReadAsync<T>(Func<SqliteConnection, T> read, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(file.Readers.Read(read));
    }

    private Task<DateTimeOffset> WriteAsync(Action<SqliteConnection> write) => file.Writer.SaveAsync(write, time).AsTask();

    private string Sql(string script) => _scripts.GetOrAdd(
        script,
        static (name, projection) => EmbeddedScripts.Load(typeof(SqliteReadModel), name)
            .Replace("{projection}", projection, StringComparison.Ordinal),
        projection);
}
