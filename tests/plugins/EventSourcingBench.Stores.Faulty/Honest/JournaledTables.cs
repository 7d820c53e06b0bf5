using EventSourcingBench.Stores.Memory;

namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>A read model in memory that outlives the process by a journal.</summary>
internal sealed class JournaledTables : IReadModelTables, IDisposable
{
    private readonly MemoryReadModel _tables;
    private readonly Journal<SavedRows> _journal;

    private JournaledTables(MemoryReadModel tables, Journal<SavedRows> journal) => (_tables, _journal) = (tables, journal);

    public static async Task<JournaledTables> OpenAsync(Journal<SavedRows> journal, TimeProvider time)
    {
        var tables = new MemoryReadModel(time);
        foreach (var saved in journal.Read())
            await tables.SaveAsync(saved.Rows, Checkpoint.Start, saved.Checkpoint);

        return new JournaledTables(tables, journal);
    }

    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        _tables.GetProgressAsync(cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint)
    {
        _journal.Append(new SavedRows(rows, checkpoint));
        return _tables.SaveAsync(rows, after, checkpoint);
    }

    public Task ClearAsync()
    {
        _journal.Clear();
        return _tables.ClearAsync();
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        _tables.FindAsync(eventId, cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        _tables.FindSummaryAsync(group, cancellationToken);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        _tables.ReadAllAsync(cancellationToken);

    public void Dispose() => _journal.Dispose();
}

/// <summary>One transaction of a projection, as the journal of its read model keeps it.</summary>
internal sealed record SavedRows(IReadOnlyList<ReadModelRow> Rows, Checkpoint Checkpoint);
