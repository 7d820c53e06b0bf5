using Marten.Storage;

namespace EventSourcingBench.Stores.Marten.Projections;

/// <summary>Reports rows to the observer once their transaction is acknowledged: Marten calls it after each commit of its daemon and of
/// inline appends. During a rebuild Marten calls no listener; the rows then wait for the daemon's progress.</summary>
internal sealed class SaveListener(string projection, IProjectionObserver observer, TimeProvider time)
    : DocumentSessionListenerBase, IChangeListener
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<long, SaveRow> _replayed = [];

    public bool Replaying
    {
        get;
        set
        {
            lock (_gate)
            {
                field = value;
                _replayed.Clear();
            }
        }
    }

    public Exception? Thrown { get; set; }

    public void Expect(SaveRow save)
    {
        lock (_gate)
        {
            if (Replaying)
                _replayed[save.Position] = save;
        }
    }

    public void Rebuilt(long position)
    {
        var saveTime = time.GetUtcNow();
        lock (_gate)
        {
            List<SaveRow> saved = [.. _replayed.TakeWhile(r => r.Key <= position).Select(r => r.Value)];
            saved.ForEach(s => _replayed.Remove(s.Position));
            Report(saved, saveTime);
        }
    }

    public override Task AfterCommitAsync(IDocumentSession session, IChangeSet commit, CancellationToken token)
    {
        var saveTime = time.GetUtcNow();
        List<SaveRow> saved = [.. ((IUnitOfWork)commit).Operations().OfType<SaveRow>().Where(s => s.Projection == projection)];
        lock (_gate)
            Report(saved, saveTime);

        return Task.CompletedTask;
    }

    Task IChangeListener.BeforeCommitAsync(IDocumentSession session, IChangeSet commit, CancellationToken token) => Task.CompletedTask;

    private void Report(List<SaveRow> saved, DateTimeOffset saveTime)
    {
        ReadModelRow[] rows = [.. saved.Where(s => s.Added).Select(s => s.Row)];
        if (rows.Length > 0)
            observer.Saved(rows, saveTime);
    }
}

/// <summary>Saves a row and its share of the sums in Marten's transaction. A row that already exists changes nothing.</summary>
internal sealed record SaveRow(string Projection, string Sql, ReadModelRow Row, long Position) : IStorageOperation
{
    public bool Added { get; private set; }

    // Marten requires a document type for SQL operations.
    public Type DocumentType => typeof(StorageFeatures);

    public OperationRole Role() => OperationRole.Other;

    public void ConfigureCommand(ICommandBuilder builder, IStorageSession session)
    {
        var parameters = builder.AppendWithParameters(Sql, '?');
        (parameters[0].NpgsqlDbType, parameters[0].Value) = (NpgsqlDbType.Uuid, Row.EventId);
        (parameters[1].NpgsqlDbType, parameters[1].Value) = (NpgsqlDbType.Text, Row.Group);
        (parameters[2].NpgsqlDbType, parameters[2].Value) = (NpgsqlDbType.Bigint, Row.Amount);
        (parameters[3].NpgsqlDbType, parameters[3].Value) = (NpgsqlDbType.TimestampTz, Row.ApiCallTime.UtcDateTime);
        (parameters[4].NpgsqlDbType, parameters[4].Value) = (NpgsqlDbType.Jsonb, Row.Document.ToArray());
    }

    public async Task PostprocessAsync(DbDataReader reader, IList<Exception> exceptions, CancellationToken token)
    {
        await reader.ReadAsync(token);
        Added = reader.GetInt64(0) > 0;
    }
}
