namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A read model in memory with the behaviour of a lie. With a journal it outlives the process.</summary>
internal sealed class LyingTables(MemoryReadModel inner, Journal<SavedRows>? journal, Behaviour lie) : IReadModelTables
{
    public static async Task<LyingTables> OpenAsync(Journal<SavedRows>? journal, Behaviour lie, TimeProvider time)
    {
        var inner = new MemoryReadModel(time);
        foreach (var (rows, checkpoint) in journal?.Read() ?? [])
            await inner.SaveAsync(rows, Checkpoint.Start, checkpoint);

        return new LyingTables(inner, journal, lie);
    }

    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        inner.GetProgressAsync(cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint)
    {
        rows = lie.Save is { } save ? [.. rows.SelectMany(save)] : rows;
        journal?.Append(new SavedRows(rows, checkpoint));
        return inner.SaveAsync(rows, after, checkpoint);
    }

    public Task ClearAsync()
    {
        journal?.Clear();
        return inner.ClearAsync();
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        inner.FindAsync(eventId, cancellationToken);

    public async ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default)
    {
        var summary = await inner.FindSummaryAsync(group, cancellationToken);
        return summary is null ? null : lie.Summary?.Invoke(summary) ?? summary;
    }

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        inner.ReadAllAsync(cancellationToken);

    /// <summary>Does what the lie does when a projection is started on rows that are there.</summary>
    public async Task StartAsync(CancellationToken cancellationToken)
    {
        if (lie.Restart is { } restart && (await inner.GetProgressAsync(cancellationToken)).Rows > 0)
            await restart(this);
    }

    public void Close() => journal?.Dispose();
}

/// <summary>One transaction of a projection, as the journal of its read model keeps it.</summary>
internal sealed record SavedRows(IReadOnlyList<ReadModelRow> Rows, Checkpoint Checkpoint);
