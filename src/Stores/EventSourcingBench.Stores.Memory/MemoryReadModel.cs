namespace EventSourcingBench.Stores.Memory;

internal sealed class MemoryReadModel(TimeProvider time) : IReadModelTables
{
    private readonly Lock _gate = new();
    private readonly List<ReadModelRow> _rows = [];
    private readonly Dictionary<Guid, ReadModelRow> _byEvent = [];
    private readonly Dictionary<string, ReadModelSummary> _summaries = new(StringComparer.Ordinal);
    private Checkpoint _checkpoint;

    public ValueTask<(Checkpoint Checkpoint, long Rows)> GetProgressAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
            return ValueTask.FromResult((_checkpoint, (long)_rows.Count));
    }

    public Task<DateTimeOffset> SaveAsync(IReadOnlyList<ReadModelRow> rows, Checkpoint after, Checkpoint checkpoint)
    {
        lock (_gate)
        {
            foreach (var row in rows)
            {
                _rows.Add(row);
                _byEvent.TryAdd(row.EventId, row);
                ref var summary = ref CollectionsMarshal.GetValueRefOrAddDefault(_summaries, row.Group, out _);
                summary = new ReadModelSummary(row.Group, (summary?.Count ?? 0) + 1, (summary?.Total ?? 0) + row.Amount);
            }

            _checkpoint = checkpoint;
        }

        return Task.FromResult(time.GetUtcNow());
    }

    public Task ClearAsync()
    {
        lock (_gate)
        {
            _rows.Clear();
            _byEvent.Clear();
            _summaries.Clear();
            _checkpoint = Checkpoint.Start;
        }

        return Task.CompletedTask;
    }

    public ValueTask<ReadModelRow?> FindAsync(Guid eventId, CancellationToken cancellationToken = default)
    {
        lock (_gate)
            return ValueTask.FromResult(_byEvent.GetValueOrDefault(eventId));
    }

    public ValueTask<ReadModelSummary?> FindSummaryAsync(string group, CancellationToken cancellationToken = default)
    {
        lock (_gate)
            return ValueTask.FromResult(_summaries.GetValueOrDefault(group));
    }

    public IAsyncEnumerable<ReadModelRow> ReadAllAsync(CancellationToken cancellationToken = default)
    {
        lock (_gate)
            return _rows.ToArray().ToAsyncEnumerable();
    }
}
