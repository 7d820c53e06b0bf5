namespace EventSourcingBench.Stores.Sqlite.Database;

/// <summary>The size of the file and its write-ahead log, the bytes written by the writer's thread, the only one that writes, and its
/// transactions. SQLite does not count how often it forces files to disk.</summary>
internal sealed class SqliteStorage(SqliteFile file) : IStorageMeter, IStoreInspector
{
    private const string Account = "/proc/thread-self/io";
    private const string Written = "wchar: ";

    public async Task<StorageUse> ReadAsync(CancellationToken cancellationToken = default) =>
        new(Length(file.Path) + Length(file.Path + "-wal"), (await ReadWorkAsync(cancellationToken)).WrittenBytes);

    public async Task<WorkCounters> ReadWorkAsync(CancellationToken cancellationToken = default) =>
        new(await file.Writer.RunAsync(static _ => ReadWritten(), cancellationToken), Commits: file.Writer.Commits);

    /// <summary>Of the statements of the writer, and of the reader that was used last.</summary>
    public async Task<string?> ExplainAsync(CancellationToken cancellationToken = default) => string.Join(
        '\n', (await file.Writer.RunAsync(static c => c.Explain(), cancellationToken)).Union(file.Readers.Read(static c => c.Explain())));

    /// <summary>Copies the write-ahead log into the file and empties it. On another connection: the writer's is in a transaction.</summary>
    public Task<string?> RestAsync(CancellationToken cancellationToken = default) => Task.Run(
        () =>
        {
            using var connection = new SqliteConnection(file.Path, readOnly: false);
            return connection.Pragma("wal_checkpoint(TRUNCATE)") == "0" ? "wal_checkpoint(TRUNCATE)"
                : throw new StoreUnavailableException("wal_checkpoint(TRUNCATE) did not end: readers held the write-ahead log.");
        },
        cancellationToken)!;

    private static long Length(string file) => new FileInfo(file) is { Exists: true } info ? info.Length : 0;

    // The bytes of all write calls of the reading thread. Linux only.
    private static long? ReadWritten()
    {
        if (!File.Exists(Account))
            return null;

        var line = Array.Find(File.ReadAllLines(Account), l => l.StartsWith(Written, StringComparison.Ordinal));
        return line is null ? null : long.Parse(line.AsSpan(Written.Length), CultureInfo.InvariantCulture);
    }
}
