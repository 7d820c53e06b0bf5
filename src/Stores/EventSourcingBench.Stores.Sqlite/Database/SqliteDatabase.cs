namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>The file, and its account: the size of the file and its write-ahead log, the bytes written by the writer's thread, the only one
/// that writes, and its transactions. SQLite does not count how often it forces files to disk.</summary>
internal sealed class SqliteDatabase : IStorageMeter, IStoreInspector, IAsyncDisposable
{
    private const string Account = "/proc/thread-self/io";
    private const string Written = "wchar: ";

    private readonly StoreOptions _options;
    private readonly StoreClosing _closing = new();

    public SqliteDatabase(StoreContext context, string schema, string headSql)
    {
        _options = context.Options;
        File = new SqliteFile(
            context, context.Namespace, _options.Text(SqliteOptions.Synchronous), _options.Switch(SqliteOptions.GroupCommit),
            connection =>
            {
                // 64 MB at most for the pages that a bulk append changes; pages that do not fit are written twice.
                connection.RunScript("PRAGMA cache_size = -65536;");
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

    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default) =>
        new(Length(File.Path) + Length(File.Path + "-wal"), (await ReadWorkAsync(cancellationToken)).WrittenBytes);

    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default) =>
        new(await File.Writer.RunAsync(static _ => ReadWritten(), cancellationToken), Commits: File.Writer.Commits);

    /// <summary>Of the statements of the writer, and of the reader that was used last.</summary>
    public async Task<string?> ExplainAsync(CancellationToken cancellationToken = default) => string.Join(
        '\n', (await File.Writer.RunAsync(static c => c.Explain(), cancellationToken)).Union(File.Readers.Read(static c => c.Explain())));

    /// <summary>Copies the write-ahead log into the file and empties it. On another connection: the writer's is in a transaction.</summary>
    public Task<string?> RestAsync(CancellationToken cancellationToken = default) => Task.Run(
        () =>
        {
            _closing.ThrowIfClosed();
            try
            {
                using var connection = new SqliteConnection(File.Path, readOnly: false);
                return connection.Pragma("wal_checkpoint(TRUNCATE)") == "0" ? "wal_checkpoint(TRUNCATE)"
                    : throw new StoreUnavailableException("wal_checkpoint(TRUNCATE) did not end: readers held the write-ahead log.");
            }
            catch (SqliteException e)
            {
                throw new StoreUnavailableException($"wal_checkpoint(TRUNCATE) failed. {e.Message}", e);
            }
        },
        cancellationToken)!;

    public async ValueTask DisposeAsync()
    {
        if (await _closing.CloseAsync())
        {
            Committed.Close();
            await File.DisposeAsync();
        }
    }

    private static long Length(string path) => new FileInfo(path) is { Exists: true } info ? info.Length : 0;

    // The bytes of all write calls of the reading thread. Linux only.
    private static long? ReadWritten()
    {
        if (!System.IO.File.Exists(Account))
            return null;

        var line = Array.Find(System.IO.File.ReadAllLines(Account), l => l.StartsWith(Written, StringComparison.Ordinal));
        return line is null ? null : long.Parse(line.AsSpan(Written.Length), CultureInfo.InvariantCulture);
    }
}
