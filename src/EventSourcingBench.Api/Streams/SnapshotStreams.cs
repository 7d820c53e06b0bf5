namespace EventSourcingBench.Api.Streams;

/// <summary>
/// Loads streams from their last snapshot, and stores a snapshot after a load that has read many events. The snapshots of a stream
/// are the events of a stream beside it; which is the newest is kept in memory while the process runs, and read once otherwise.
/// </summary>
/// <param name="events">The store.</param>
/// <param name="every">A load that reads so many events, 1 or more, stores a snapshot.</param>
/// <param name="time">The clock.</param>
public sealed class SnapshotStreams(IEventStore events, int every, TimeProvider time)
{
    private const string Prefix = "snapshot-";

    // By stream: the version of the newest snapshot in the stream of snapshots; 0 if there is none.
    private readonly ConcurrentDictionary<string, long> _newest = new(StringComparer.Ordinal);

    /// <summary>The stream with the snapshots of a stream: <c>snapshot-item-1</c>.</summary>
    /// <param name="stream">The stream.</param>
    public static StreamId Of(StreamId stream) => new(Prefix + stream.Value);

    /// <summary>Whether a stream has the snapshots of another.</summary>
    /// <param name="stream">Its name.</param>
    public static bool HasSnapshots(string stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return stream.StartsWith(Prefix, StringComparison.Ordinal);
    }

    /// <summary>
    /// Reads the last snapshot and the events after it, and stores a snapshot of what came out where these were many. Where that fails,
    /// the next load is slower, and nothing else.
    /// </summary>
    /// <param name="stream">The stream.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="StoreUnavailableException">The events could not be read.</exception>
    /// <exception cref="ForeignEventException">The stream of snapshots has another event.</exception>
    public async ValueTask<StreamState> LoadAsync(StreamId stream, CancellationToken cancellationToken)
    {
        var start = default(StreamState);
        var (known, newest) = (_newest.GetValueOrDefault(stream.Value, 1), 0L);
        if (known > 0)
        {
            await foreach (var recorded in events.ReadStreamAsync(Of(stream), known, cancellationToken: cancellationToken))
            {
                var snapshot = StreamSnapshot.Of(recorded);
                start = snapshot.Version < start.Version ? start : new StreamState(snapshot.Version, 0, unchecked((ulong)snapshot.Digest));
                newest = recorded.Version;
            }

            Remember(stream, newest);
        }

        var state = await start.FoldAsync(events, stream, start.Version + 1, long.MaxValue, cancellationToken);
        await (state.Events < every ? ValueTask.CompletedTask : KeepAsync(stream, state, cancellationToken));
        return state;
    }

    private async ValueTask KeepAsync(StreamId stream, StreamState state, CancellationToken cancellationToken)
    {
        try
        {
            var snapshot = new StreamSnapshot(state.Version, unchecked((long)state.Digest))
                .ToEventData(Guid.CreateVersion7(time.GetUtcNow()));
            if (await events.AppendAsync(Of(stream), ExpectedVersion.Any, [snapshot], cancellationToken) is Appended appended)
            {
                Remember(stream, appended.StreamVersion);
            }
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            // The next load reads the stream of snapshots and sees whether it is there.
            _newest.TryRemove(stream.Value, out _);
        }
    }

    private void Remember(StreamId stream, long version) =>
        _newest.AddOrUpdate(stream.Value, version, (_, other) => Math.Max(other, version));
}
