namespace EventSourcingBench.Api.Reservations;

/// <summary>Folds the events of shows. With snapshots it folds those after the last snapshot, and regularly stores a new one in a separate
/// stream. The last snapshot's version is kept in memory while the process runs; otherwise the stream of snapshots is read once. A failed
/// snapshot only costs time.</summary>
internal sealed class ShowSource(IEventStore events, TimeProvider time, int? snapshotEvery = null)
{
    // By show: the version of the newest snapshot in the stream of snapshots, 0 if there is none.
    private readonly ConcurrentDictionary<string, long> _newest = new(StringComparer.Ordinal);

    public async ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken)
    {
        var (state, version) = snapshotEvery is not null && await LastSnapshotAsync(show, cancellationToken) is { } snapshot
            ? new LoadedShow(Show.From(snapshot), snapshot.Version)
            : new LoadedShow(new Show(), 0);
        await foreach (var recorded in events.ReadStreamAsync(ShowStreams.Of(show), version + 1, cancellationToken: cancellationToken))
        {
            state.Apply(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            version = recorded.Version;
        }

        return new LoadedShow(state, version);
    }

    /// <summary>Notifies of an event that was appended and applied to the show.</summary>
    public async ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken)
    {
        if (snapshotEvery is not { } every || loaded.Version % every != 0)
        {
            return;
        }

        var snapshot = ReservationEvents.ToEventData(Guid.CreateVersion7(time.GetUtcNow()), loaded.Show.ToSnapshot(loaded.Version));
        try
        {
            var result = await events.AppendAsync(ShowStreams.OfSnapshots(show), ExpectedVersion.Any, [snapshot], cancellationToken);
            if (result is Appended appended)
            {
                _newest.AddOrUpdate(show, appended.StreamVersion, (_, other) => Math.Max(other, appended.StreamVersion));
            }
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            // The event itself is stored and acknowledged. The next read of the stream shows whether the snapshot exists.
            _newest.TryRemove(show, out _);
        }
    }

    private async ValueTask<ShowSnapshot?> LastSnapshotAsync(string show, CancellationToken cancellationToken)
    {
        var first = _newest.TryGetValue(show, out var known) ? known : 1;
        if (first == 0)
        {
            return null;
        }

        var (snapshot, newest) = ((ShowSnapshot?)null, 0L);
        await foreach (var recorded in events.ReadStreamAsync(ShowStreams.OfSnapshots(show), first, cancellationToken: cancellationToken))
        {
            var read = ReservationEvents.ReadSnapshot(recorded.Id, recorded.Type, recorded.Data.Span);
            snapshot = read.Version >= (snapshot?.Version ?? 0) ? read : snapshot;
            newest = recorded.Version;
        }

        _newest.AddOrUpdate(show, newest, (_, other) => Math.Max(other, newest));
        return snapshot;
    }
}

/// <summary>A show and its stream's version.</summary>
/// <param name="Show">The show; without seats if it does not exist.</param>
/// <param name="Version">0 if it does not exist.</param>
public readonly record struct LoadedShow(Show Show, long Version);
