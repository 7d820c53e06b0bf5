namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>Appends through Marten's sessions, one per append. A refusal by Marten is looked up: it is a retry, a version conflict, or
/// (without an expected version) must be retried.</summary>
internal sealed class EventsAppender(WriterStores writers, MartenParts parts) : IEventWriter
{
    private const int MostContended = 10_000;

    // Streams with version conflicts. Later appends to them without an expected version use Marten's stream lock: a conflict takes
    // a position, at which the daemon waits. The set is a hint and may be cleared at any time.
    private readonly ConcurrentDictionary<string, bool> _contended = new(StringComparer.Ordinal);

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        while (true)
        {
            try
            {
                var appended = await SaveAsync(stream.Value, expected, events, cancellationToken);
                parts.Wakeups.Raise();
                return appended;
            }
            catch (Exception e) when (MartenErrors.IsLostRace(e))
            {
                if (_contended.Count >= MostContended)
                    _contended.Clear();

                // A stream that does not exist could not be locked.
                if (MartenErrors.Tree(e).Any(each => each is NonExistentStreamException))
                    _contended.TryRemove(stream.Value, out _);
                else
                    _contended[stream.Value] = true;
            }
            catch (Exception e) when (MartenErrors.IsDriverError(e))
            {
                cancellationToken.ThrowIfCancellationRequested();
                throw parts.Errors.AfterAppend(e);
            }

            if (await DecideAsync(stream, expected, events, cancellationToken) is { } decided)
                return decided;
        }
    }

    /// <summary>Appends the events of a new stream in a transaction that is not ended here.</summary>
    /// <returns>The last position.</returns>
    public async Task<long> InsertAsync(
        NpgsqlTransaction transaction, StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var wrapped = events.Select(e => StoredEvent.Wrap(e)).ToArray();
        using var writer = writers.Enter();
        await using var session = writer.Store.LightweightSession(SessionOptions.ForTransaction(transaction));
        session.Events.Append(stream.Value, wrapped);
        try
        {
            await session.SaveChangesAsync(cancellationToken);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw parts.Errors.Unavailable(e);
        }

        return wrapped[^1].Sequence;
    }

    private async Task<Appended> SaveAsync(
        string stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var wrapped = events.Select(e => StoredEvent.Wrap(e)).ToArray();
        using var writer = writers.Enter();
        var times = RequestTimes.Mark(RequestPart.Store);
        await using var session = writer.Store.LightweightSession();
        if (!expected.IsAny)
            session.Events.Append(stream, expected.Value + wrapped.Length, wrapped); // Marten expects the version after the append.
        else if (_contended.ContainsKey(stream))
            await session.Events.AppendExclusive(stream, cancellationToken, wrapped);
        else
            session.Events.Append(stream, wrapped);

        await session.SaveChangesAsync(cancellationToken);
        times?.Enter(RequestPart.Adapter);
        return new Appended(wrapped[^1].Version, wrapped[^1].Sequence);
    }

    // Why Marten refused: the result, or null if the append must be retried.
    private async Task<AppendResult?> DecideAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        // In one snapshot, the version is never the result of the append itself without its ids.
        var rows = await parts.Database.Query(
            "101_version_and_events",
            r => (Version: r.GetInt64(0), Found: r.IsDBNull(1) ? default(FoundEvent?) : Found(r)),
            stream.Value,
            events.Select(e => e.Id).ToArray()).ToListAsync(cancellationToken);
        return rows[0].Found is not null ? Retried(stream.Value, events, [.. rows.Select(r => r.Found!.Value)])
            : expected.Allows(rows[0].Version) ? null
            : new WrongExpectedVersion(expected, rows[0].Version);
    }

    private static FoundEvent Found(NpgsqlDataReader row) => new(row.GetGuid(1), row.GetString(2), row.GetInt64(3), row.GetInt64(4));

    private static Appended Retried(string stream, IReadOnlyList<EventData> events, List<FoundEvent> found)
    {
        var ordered = found.OrderBy(f => f.Version).ToList();
        var last = ordered[^1];
        return ordered.TrueForAll(f => f.Stream == stream) && ordered.Select(f => f.Id).SequenceEqual(events.Select(e => e.Id))
            && last.Version == ordered[0].Version + events.Count - 1
            ? new Appended(last.Version, last.Position)
            : throw new ArgumentException(
                $"The event {last.Id} already exists in the store, at version {last.Version} of stream '{last.Stream}'. A retry "
                    + "must repeat the same append; another append needs new ids.");
    }

    private readonly record struct FoundEvent(Guid Id, string Stream, long Version, long Position);
}
