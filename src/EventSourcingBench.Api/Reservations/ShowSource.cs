namespace EventSourcingBench.Api.Reservations;

/// <summary>Folds the events of shows; with snapshots those after the last one, and regularly stores a new one.</summary>
internal sealed class ShowSource(IEventStore events, TimeProvider time, int? snapshotEvery = null)
{
    private readonly SnapshotStore<ShowSnapshot> _snapshots = new(events, ReservationEvents.ReadSnapshot, s => s.Version);

    public async ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken)
    {
        var snapshot = snapshotEvery is null ? null : await _snapshots.FindAsync(ShowStreams.Of(show), cancellationToken);
        var (state, version) = snapshot is null ? (new Show(), 0L) : (Show.From(snapshot), snapshot.Version);
        await foreach (var recorded in events.ReadStreamAsync(ShowStreams.Of(show), version + 1, cancellationToken: cancellationToken))
        {
            state.Apply(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            version = recorded.Version;
        }

        if (snapshot is null && version >= snapshotEvery)
            _snapshots.Expect(ShowStreams.Of(show));

        return new LoadedShow(state, version);
    }

    /// <summary>Notifies of an event that was appended and applied to the show.</summary>
    public async ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken)
    {
        if (snapshotEvery is { } every && loaded.Version % every == 0)
        {
            var snapshot = ReservationEvents.ToEventData(Guid.CreateVersion7(time.GetUtcNow()), loaded.Show.ToSnapshot(loaded.Version));
            await _snapshots.AddAsync(ShowStreams.Of(show), snapshot, cancellationToken);
        }
    }
}

/// <summary>A show and its stream's version.</summary>
/// <param name="Show">The show; without seats if it does not exist.</param>
/// <param name="Version">0 if it does not exist.</param>
public readonly record struct LoadedShow(Show Show, long Version);
