namespace EventSourcingBench.Api.Streams;

/// <summary>Loads whole streams of a store with streams, from their last snapshot where that is wanted.</summary>
public sealed class StreamLoader(IStore store, TimeProvider time)
{
    private const string Prefix = "snapshot-";
    private readonly SnapshotStore<StreamSnapshot> _snapshots = new(store.Events!, StreamSnapshot.Read, s => s.Version);

    /// <summary>The stream with the snapshots of a stream: <c>snapshot-item-1</c>.</summary>
    public static StreamId SnapshotsOf(StreamId stream) => new(Prefix + stream.Value);

    /// <summary>Whether the name is short enough for a stream with its snapshots.</summary>
    public static bool MayHaveSnapshots(StreamId stream) => StreamId.IsName(Prefix + stream.Value);

    /// <summary>Whether a stream of this name has the snapshots of another.</summary>
    public static bool HasSnapshots(string stream) => stream.StartsWith(Prefix, StringComparison.Ordinal);

    /// <summary>Reads a part of a stream and folds it.</summary>
    /// <inheritdoc cref="StreamState.FoldAsync" path="/*[not(self::summary)]"/>
    public ValueTask<StreamState> LoadAsync(StreamId stream, long from, long count, CancellationToken cancellationToken) =>
        default(StreamState).FoldAsync(store, stream, from, count, cancellationToken);

    /// <summary>Reads a stream and folds it. With snapshots it reads the last one and the events after it; a load that reads
    /// <paramref name="snapshotEvery"/> events stores one. 0: no snapshot is read or stored.</summary>
    /// <exception cref="StoreUnavailableException">The events could not be read.</exception>
    /// <exception cref="ForeignEventException">The stream of snapshots has another event.</exception>
    public async ValueTask<StreamState> LoadAsync(StreamId stream, int snapshotEvery, CancellationToken cancellationToken)
    {
        if (snapshotEvery == 0)
            return await LoadAsync(stream, from: 1, count: long.MaxValue, cancellationToken);

        var last = await _snapshots.FindAsync(stream, cancellationToken);
        var start = last is null ? default : new StreamState(last.Version, 0, unchecked((ulong)last.Digest));
        var state = await start.FoldAsync(store, stream, start.Version + 1, long.MaxValue, cancellationToken);
        if (state.Events >= snapshotEvery)
        {
            var snapshot = new StreamSnapshot(state.Version, unchecked((long)state.Digest));
            await _snapshots.AddAsync(stream, snapshot.ToEventData(Guid.CreateVersion7(time.GetUtcNow())), cancellationToken);
        }

        return state;
    }
}
