using SQLitePCL;

namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>One database file: its single writer, its read-only connections, and the signal of its commits.</summary>
internal sealed class SqliteDatabase : IAsyncDisposable
{
    private readonly SqliteFile _file;
    private readonly StoreOptions _options;
    private bool _isDisposed;

    private SqliteDatabase(SqliteFile file, SqliteConnection connection, StoreOptions options, string headSql)
    {
        _file = file;
        _options = options;
        Readers = new SqliteReaders(file.Path);
        Writer = new SqliteWriter(connection, options.Switch(SqliteOptions.GroupCommit), c => Committed.Advance(c.Number(headSql)));
    }

    public string Path => _file.Path;

    public CommitSignal Committed { get; } = new();

    public SqliteReaders Readers { get; }

    public SqliteWriter Writer { get; }

    /// <summary>Opens or creates the file.</summary>
    public static SqliteDatabase Open(StoreContext context, string schema, string headSql, Action<SqliteConnection>? upgrade = null)
    {
        var head = 0L;
        var (file, connection) = SqliteFile.Open(context, context.Namespace, c =>
        {
            c.RunScript(SqliteOptions.Pragmas(context.Options));
            upgrade?.Invoke(c);
            c.RunScript(schema);
            head = c.Number(headSql);
        });
        var database = new SqliteDatabase(file, connection, context.Options, headSql);
        database.Committed.Advance(head);
        return database;
    }

    /// <summary>Describes the store by the settings in force.</summary>
    public async Task<StoreDescription> DescribeAsync(string mechanism, CancellationToken cancellationToken)
    {
        // The settings of the writer's connection determine the durability.
        IReadOnlyList<EffectiveSetting> settings = [];
        var asked = new WriteAction(connection => settings = SqliteOptions.Read(connection), TimeProvider.System);
        await Writer.EnqueueAsync(asked, cancellationToken);
        await asked.Answer.WaitAsync(cancellationToken);
        var isFull = settings.Single(s => s.Name == "synchronous").Value == "full";
        var groups = _options.Switch(SqliteOptions.GroupCommit);
        return new StoreDescription
        {
            ServerVersion = "SQLite " + raw.sqlite3_libversion().utf8_to_string(),
            ClientVersion = "SQLitePCLRaw " + typeof(raw).Assembly.GetName().Version!.ToString(3),
            Durability = isFull ? DurabilityTier.Fsync : DurabilityTier.Buffered,
            DurabilityReason = isFull
                ? "journal_mode=wal with synchronous=full: each commit forces the write-ahead log to disk before it is acknowledged."
                : "journal_mode=wal with synchronous=normal: the write-ahead log is forced to disk at checkpoints only.",
            Mechanism = $"One writer {(groups ? "commits all waiting appends together" : "with a commit for each append")}; {mechanism}.",
            Settings = [.. settings, new EffectiveSetting(SqliteOptions.GroupCommit, groups ? "on" : "off", FromServer: false)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        Committed.Close();
        await Writer.DisposeAsync();
        Readers.Dispose();
        _file.Release();
    }
}
