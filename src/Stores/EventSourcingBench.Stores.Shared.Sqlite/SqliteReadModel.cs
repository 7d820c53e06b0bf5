using System.Runtime.CompilerServices;

namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>Rows, sums and checkpoint in tables of a SQLite file. A save shares its commit with other requests of the writer.</summary>
internal sealed class SqliteReadModel : IReadModelTables
{
    private const int MostInASlice = 1000;

    private readonly SqliteWriter _writer;
    private readonly SqliteReaders _readers;
    private readonly TimeProvider _time;
    private readonly string _projection;
    private readonly ProjectionSql _sql;

    private SqliteReadModel(SqliteWriter writer, SqliteReaders readers, TimeProvider time, string projection)
    {
        _writer = writer;
        _readers = readers;
        _time = time;
        _projection = projection;
        _sql = new ProjectionSql(projection);
    }

    /// <exception cref="ArgumentException">The name is not a valid projection name.</exception>
    public static async Task<IReadModelTables> OpenAsync(
        SqliteWriter writer,
        SqliteReaders readers,
        TimeProvider time,
        string projection,
        CancellationToken cancellationToken)
    {
        ProjectionHost.RequireName(projection);
        var model = new SqliteReadModel(writer, readers, time, projection);
        await model.WriteAsync(connection => connection.RunScript(model._sql.Schema)).WaitAsync(cancellationToken);
        return model;
    }

    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(_readers.Read(_sql, static (connection, sql) => connection.Statement(sql.Progress)
            .First(static s => (new Checkpoint(Encoding.UTF8.GetString(s.Bytes(0))), s.Int64(1)))));
    }

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        WriteAsync(connection =>
    {
        var insert = connection.Statement(_sql.InsertRow);
        foreach (var row in rows)
        {
            insert.Bind(1, row.EventId).Bind(2, row.Group).Bind(3, row.Amount)
                .Bind(4, row.ApiCallTime.UtcTicks).Bind(5, row.Document.Span).Run();
        }

        foreach (var group in rows.GroupBy(r => r.Group, StringComparer.Ordinal))
        {
            connection.Statement(_sql.AddToSummary)
                .Bind(1, group.Key).Bind(2, group.LongCount()).Bind(3, group.Sum(r => r.Amount)).Run();
        }

        connection.Statement(_sql.SaveCheckpoint).Bind(1, _projection).Bind(2, checkpoint.Value ?? "").Run();
    });

    public Task ClearAsync() => WriteAsync(connection => connection.RunScript(_sql.Clear));

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(_readers.Read((_sql, eventId), static (connection, of) =>
            connection.Statement(of._sql.FindRow).Bind(1, of.eventId).First(s => Row(connection.Names, s))));
    }

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(_readers.Read((_sql, group), static (connection, of) =>
            connection.Statement(of._sql.FindSummary).Bind(1, of.group)
                .First(s => new ReadModelSummary(of.group, s.Int64(0), s.Int64(1)))));
    }

    public async IAsyncEnumerable<ReadModelRow> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        byte[] last = [];
        while (true)
        {
            var slice = _readers.Read((_sql, last), static (connection, after) =>
            {
                var statement = connection.Statement(after._sql.ReadRows).Bind(1, after.last).Bind(2, MostInASlice);
                var rows = new List<ReadModelRow>();
                while (statement.Step())
                {
                    rows.Add(Row(connection.Names, statement));
                }

                statement.Reset();
                return rows;
            });
            foreach (var row in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return row;
            }

            if (slice.Count < MostInASlice)
            {
                yield break;
            }

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

    private Task<DateTimeOffset> WriteAsync(Action<SqliteConnection> write) => _writer.SaveAsync(write, _time).AsTask();
}
