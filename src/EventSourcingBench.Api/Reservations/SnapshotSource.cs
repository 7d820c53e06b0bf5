using System.Collections.Concurrent;
using EventSourcingBench.Abstractions;
using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>
/// Folds the events behind the last snapshot of a show, and keeps a new one every so many events in a stream beside the
/// show's own. Which snapshot is the last is remembered for as long as the process lives; after that the stream of snapshots
/// is read once. A snapshot that could not be kept costs time, nothing else.
/// </summary>
internal sealed class SnapshotSource(IEventStore events, int every, TimeProvider time) : IShowSource
{
    // By show: the version of the newest snapshot in the stream of snapshots, 0 where there is none.
    private readonly ConcurrentDictionary<string, long> _newest = new(StringComparer.Ordinal);

    public async ValueTask<LoadedShow> LoadAsync(string show, CancellationToken cancellationToken)
    {
        var first = _newest.TryGetValue(show, out var known) ? known : 1;
        ShowSnapshot? snapshot = null;
        var newest = 0L;
        if (first > 0)
        {
            await foreach (var recorded in events.ReadStreamAsync(ShowStreams.OfSnapshots(show), first, cancellationToken: cancellationToken))
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
            // The event itself is kept and acknowledged. Whether the snapshot is there shows when the stream is read again.
            _newest.TryRemove(show, out _);
        }
    }
}
