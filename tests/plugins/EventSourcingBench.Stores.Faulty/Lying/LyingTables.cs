namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A read model over an honest one, with the behaviour of a lie.</summary>
internal sealed class LyingTables(IReadModelTables inner, Behaviour lie) : IReadModelTables
{
    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        inner.GetProgressAsync(cancellationToken);

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint) =>
        inner.SaveAsync(lie.Save is { } save ? [.. rows.SelectMany(save)] : rows, after, checkpoint);

    public Task ClearAsync() => inner.ClearAsync();

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
            await restart(inner);
    }
}
