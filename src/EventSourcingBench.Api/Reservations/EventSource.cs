namespace EventSourcingBench.Api.Reservations;

/// <summary>Folds all events of a show.</summary>
internal sealed class EventSource(IEventReader reader) : IShowSource
{
    public ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken) =>
        FoldAsync(reader, show, new LoadedShow(new Show(), Version: 0), cancellationToken);

    public ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Applies the events after the show's version.</summary>
    public static async ValueTask<LoadedShow> FoldAsync(
        IEventReader reader, string show, LoadedShow start, CancellationToken cancellationToken)
    {
        var version = start.Version;
        await foreach (var recorded in reader.ReadStreamAsync(ShowStreams.Of(show), version + 1, cancellationToken: cancellationToken))
        {
            start.Show.Apply(recorded.Id, ReservationEvents.Read(recorded.Id, recorded.Type, recorded.Data.Span));
            version = recorded.Version;
        }

        return start with { Version = version };
    }
}

/// <summary>Loads shows from events.</summary>
internal interface IShowSource
{
    ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken);

    /// <summary>Notifies of an event that was appended and applied to the show.</summary>
    ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken);
}

/// <summary>A show and its stream's version.</summary>
/// <param name="Show">The show; without seats if it does not exist.</param>
/// <param name="Version">0 if it does not exist.</param>
public readonly record struct LoadedShow(Show Show, long Version);

/// <summary>Folds the events after the last snapshot of a show, and regularly stores a new one in a separate stream. The last snapshot's
/// version is kept in memory while the process runs; otherwise the stream of snapshots is read once. A failed snapshot only costs
/// time.</summary>
internal sealed class SnapshotSource(IEventStore events, int every, TimeProvider time) : IShowSource
{
    // By show: the version of the newest snapshot in the stream of snapshots, 0 if there is none.
    private readonly ConcurrentDictionary<string, long> _newest = new(StringComparer.Ordinal);

    public async ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken)
    {
        var first = _newest.TryGetValue(show, out var known) ? known : 1;
        ShowSnapshot? snapshot = null;
        var newest = 0L;
        if (first > 0)
        {
            await foreach (
                var recorded in events.ReadStreamAsync(ShowStreams.OfSnapshots(show), first, cancellationToken: cancellationToken))
            {
                var read = ReservationEvents.ReadSnapshot(recorded.Id, recorded.Type, recorded.Data.Span);
                snapshot = read.Version >= (snapshot?.Version ?? 0) ? read : snapshot;
                newest = recorded.Version;
            }

            _newest.AddOrUpdate(show, newest, (_, other) => Math.Max(other, newest));
        }

        var start = snapshot is null ? new LoadedShow(new Show(), 0) : new LoadedShow(Show.From(snapshot), snapshot.Version);
        return await EventSource.FoldAsync(events, show, start, cancellationToken);
    }

    public async ValueTask AppendedAsync(string show, LoadedShow loaded, CancellationToken cancellationToken)
    {
        if (loaded.Version % every != 0)
        {
            return;
        }

        var snapshot = ReservationEvents.ToEventData(Guid.CreateVersion7(time.GetUtcNow()), loaded.Show.ToSnapshot(loaded.Version));
        try
        {
            if (await events.AppendAsync(ShowStreams.OfSnapshots(show), ExpectedVersion.Any, [snapshot], cancellationToken) is Appended appended)
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
}
