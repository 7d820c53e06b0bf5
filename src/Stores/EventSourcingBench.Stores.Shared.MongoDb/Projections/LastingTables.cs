using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Shared;

/// <summary>The read model for a projection at work: what a broken connection cut short is tried again until it is stopped.</summary>
internal sealed class LastingTables(ReadModelCollections inner, Retries retries) : IReadModelTables
{
    public async ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken) =>
        await LastAsync(() => inner.GetProgressAsync(cancellationToken).AsTask());

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint checkpoint) =>
        LastAsync(() => inner.SaveAsync(rows, checkpoint));

    public Task ClearAsync() => LastAsync(async () =>
    {
        await inner.ClearAsync();
        return true;
    });

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default) =>
        inner.FindAsync(eventId, cancellationToken);

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default) =>
        inner.FindSummaryAsync(group, cancellationToken);

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default) =>
        inner.ReadAllAsync(cancellationToken);

    private async Task<T> LastAsync<T>(Func<Task<T>> step)
    {
        for (var failures = 1; ; failures++)
        {
            try
            {
                return await step();
            }
            catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException && !retries.IsOver)
            {
                await retries.PauseAsync(failures);
            }
        }
    }
}
