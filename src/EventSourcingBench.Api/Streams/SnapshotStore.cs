namespace EventSourcingBench.Api.Streams;

/// <summary>Snapshots, each stream's the events of a second one. The newest one's place is kept in memory while the process runs; otherwise
/// the stream of snapshots is read once. A failed snapshot only costs time.</summary>
internal sealed class SnapshotStore<T>(IEventStore events, Func<RecordedEvent, T> read, Func<T, long> versionOf)
    where T : class
{
    // By stream of snapshots: the version of its last event, 0 if there is none.
    private readonly ConcurrentDictionary<string, long> _newest = new(StringComparer.Ordinal);
    private int _count;

    /// <summary>About how many places are kept; beyond, all are forgotten: memory does not grow with the number of streams.</summary>
    public int Capacity { get; init; } = 50_000;

    /// <summary>The snapshot of the greatest version; null where there is none.</summary>
    public async ValueTask<T?> FindAsync(StreamId stream, CancellationToken cancellationToken)
    {
        var snapshots = StreamLoader.SnapshotsOf(stream);
        var first = _newest.GetValueOrDefault(snapshots.Value, 1);
        if (first == 0)
            return null;

        var (found, newest) = ((T?)null, 0L);
        await foreach (var recorded in events.ReadStreamAsync(snapshots, first, cancellationToken: cancellationToken))
        {
            var snapshot = read(recorded);
            found = found is null || versionOf(snapshot) >= versionOf(found) ? snapshot : found;
            newest = recorded.Version;
        }

        Remember(snapshots, newest);
        return found;
    }

    public async ValueTask AddAsync(StreamId stream, EventData snapshot, CancellationToken cancellationToken)
    {
        var snapshots = StreamLoader.SnapshotsOf(stream);
        try
        {
            if (await events.AppendAsync(snapshots, ExpectedVersion.Any, [snapshot], cancellationToken) is Appended appended)
                Remember(snapshots, appended.StreamVersion);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException || e.GetType() == typeof(ArgumentException))
        {
            // The next read of the stream shows whether the snapshot exists; one that is too large for the store does not.
            _newest.TryRemove(snapshots.Value, out _);
        }
    }

    /// <summary>Reads the stream of snapshots at the next load, where none is known: another process may have stored one since.</summary>
    public void Expect(StreamId stream) => _newest.TryUpdate(StreamLoader.SnapshotsOf(stream).Value, 1, comparisonValue: 0);

    private void Remember(StreamId snapshots, long version)
    {
        // Counted here, because the dictionary's own count takes all its locks.
        if (_newest.TryAdd(snapshots.Value, version))
        {
            if (Interlocked.Increment(ref _count) <= Capacity)
                return;

            Volatile.Write(ref _count, 0);
            _newest.Clear();
        }

        _newest.AddOrUpdate(snapshots.Value, version, (_, other) => Math.Max(other, version));
    }
}
