namespace EventSourcingBench.Stores.Shared.Sqlite;

/// <summary>Read models and checkpoints in a SQLite file in the data folder, for stores whose server has no tables. The first projection
/// creates the file, so a store without projections writes nothing there.</summary>
/// <param name="name">The file's name without its extension, one per set of events.</param>
public sealed class EmbeddedReadModels(StoreContext context, string name) : IAsyncDisposable
{
    private readonly Lock _opening = new();
    private SqliteFile? _file;

    public Task<IReadModelTables> OpenTablesAsync(string projection, CancellationToken cancellationToken)
    {
        SqliteFile file;
        lock (_opening)
        {
            // As in the store sqlite by default: each save is forced to disk before it is acknowledged.
            file = _file ??= new SqliteFile(context, name, synchronous: "full", groupCommit: true);
        }

        return SqliteReadModel.OpenAsync(file, context.Time, projection, cancellationToken);
    }

    public ValueTask DisposeAsync() => Interlocked.Exchange(ref _file, null)?.DisposeAsync() ?? ValueTask.CompletedTask;
}
