namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>
/// Read models and their checkpoints in a SQLite file in the data folder, for stores whose server has no tables. The first
/// projection creates the file, so a store without projections writes nothing there.
/// </summary>
/// <param name="context">The store's context.</param>
/// <param name="name">The file's name without its extension, one per set of events.</param>
public sealed class EmbeddedReadModels(StoreContext context, string name) : IAsyncDisposable
{
    // As in the store sqlite: each save is forced to disk before it is acknowledged. fullfsync applies to macOS.
    private const string Pragmas = """
        PRAGMA journal_mode = wal;
        PRAGMA synchronous = full;
        PRAGMA fullfsync = on;
        PRAGMA checkpoint_fullfsync = on;
        PRAGMA wal_autocheckpoint = 1000;
        PRAGMA temp_store = memory;
        """;

    private readonly Lock _opening = new();
    private SqliteFile? _file;
    private SqliteWriter? _writer;
    private SqliteReaders? _readers;

    /// <summary>The tables of a projection, created if missing.</summary>
    public Task<IReadModelTables> OpenTablesAsync(string projection, CancellationToken cancellationToken)
    {
        lock (_opening)
        {
            Open();
        }

        return SqliteReadModel.OpenAsync(_writer!, _readers!, context.Time, projection, cancellationToken);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        if (_file is not null)
        {
            await _writer!.DisposeAsync();
            _readers!.Dispose();
            _file.Release();
            _file = null;
        }
    }

    private void Open()
    {
        if (_file is not null)
        {
            return;
        }

        (_file, var connection) = SqliteFile.Open(context, name, c => c.RunScript(Pragmas));
        _writer = new SqliteWriter(connection, groupCommit: true, static _ => { });
        _readers = new SqliteReaders(_file.Path);
    }
}
