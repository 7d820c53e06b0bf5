namespace EventSourcingBench.Stores.Sqlite.Database;

internal sealed class SqliteDatabase : IAsyncDisposable
{
    private readonly StoreOptions _options;
    private readonly StoreClosing _closing = new();

    public SqliteDatabase(StoreContext context, string schema, string headSql, Action<SqliteConnection>? upgrade = null)
    {
        _options = context.Options;
        File = new SqliteFile(
            context,
            context.Namespace,
            _options.Text(SqliteOptions.Synchronous),
            _options.Switch(SqliteOptions.GroupCommit),
            connection =>
            {
                // 64 MB at most for the pages that a bulk append changes; pages that do not fit are written twice.
                connection.RunScript("PRAGMA cache_size = -65536;");
                upgrade?.Invoke(connection);
                connection.RunScript(schema);
                Advance(connection);
            },
            Advance);

        void Advance(SqliteConnection connection) => Committed.Advance(connection.Number(headSql));
    }

    public SqliteFile File { get; }

    public CommitSignal Committed { get; } = new();

    public async Task<StoreDescription> DescribeAsync(string mechanism, CancellationToken cancellationToken)
    {
        // The settings of the writer's connection determine the durability.
        var settings = await File.Writer.RunAsync(SqliteOptions.Read, cancellationToken);
        var synchronous = settings.Single(s => s.Name == "synchronous").Value;
        var groups = _options.Switch(SqliteOptions.GroupCommit);
        return new StoreDescription
        {
            ServerVersion = "SQLite " + raw.sqlite3_libversion().utf8_to_string(),
            ClientVersion = "SQLitePCLRaw " + typeof(raw).Assembly.GetName().Version!.ToString(3),
            Durability = synchronous == "full" ? DurabilityTier.Fsync : DurabilityTier.Buffered,
            DurabilityReason = $"journal_mode=wal with synchronous={synchronous}: " + synchronous switch
            {
                "full" => "each commit forces the write-ahead log to disk before it is acknowledged.",
                "normal" => "the write-ahead log is forced to disk at checkpoints only.",
                _ => "nothing is forced to disk; a power failure may corrupt the database.",
            },
            Mechanism = $"One writer {(groups ? "commits all waiting appends together" : "with a commit for each append")}; {mechanism}.",
            Settings = [.. settings, new EffectiveSetting(SqliteOptions.GroupCommit, groups ? "on" : "off", FromServer: false)],
        };
    }

    public async ValueTask DisposeAsync()
    {
        if (await _closing.CloseAsync())
        {
            Committed.Close();
            await File.DisposeAsync();
        }
    }
}
