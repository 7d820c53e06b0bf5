using JasperFx.Events;
using Npgsql;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>
/// Appends through Marten's sessions, one per append. A refusal by Marten is looked up: it is a retry, a version conflict, or
/// (without an expected version) must be retried.
/// </summary>
internal sealed class EventsAppender(WriterStores writers, MartenParts parts) : IEventWriter
{
    private readonly ContendedStreams _contended = new();

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
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
                _contended.Set(stream.Value, !MartenErrors.IsMissingStream(e));
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

    private async Task<Appended> SaveAsync(
        string stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var wrapped = new Event<StoredEvent>[events.Count];
        for (var i = 0; i < wrapped.Length; i++)
            wrapped[i] = StoredEvent.Wrap(events[i]);

        using var writer = writers.Enter();
        await using var session = writer.Store.LightweightSession();
        if (!expected.IsAny)
        {
            // Marten expects the version of the stream after the append.
            session.Events.Append(stream, expected.Value + wrapped.Length, wrapped);
        }
        else if (_contended.Contains(stream))
        {
            await session.Events.AppendExclusive(stream, cancellationToken, wrapped);
        }
        else
        {
            session.Events.Append(stream, wrapped);
        }

        await session.SaveChangesAsync(cancellationToken);
        return new Appended(wrapped[^1].Version, wrapped[^1].Sequence);
    }

    // Why Marten refused: the result, or null if the append must be retried.
    private async Task<AppendResult?> DecideAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        try
        {
            await using var batch = parts.Database.Pool.CreateBatch();
            // The version is read before the ids: it is then never the result of the append itself.
            batch.BatchCommands.Add(new NpgsqlBatchCommand(parts.Database.Scripts.Get("101_stream_version"))
            {
                Parameters = { new() { Value = stream.Value } },
            });
            batch.BatchCommands.Add(new NpgsqlBatchCommand(parts.Database.Scripts.Get("102_find_events"))
            {
                Parameters = { new() { Value = events.Select(e => e.Id).ToArray() } },
            });
            await using var reader = await batch.ExecuteReaderAsync(cancellationToken);
            var version = await reader.ReadAsync(cancellationToken) ? reader.GetInt64(0) : 0;
            await reader.NextResultAsync(cancellationToken);
            var found = new List<FoundEvent>();
            while (await reader.ReadAsync(cancellationToken))
                found.Add(new FoundEvent(reader.GetGuid(0), reader.GetString(1), reader.GetInt64(2), reader.GetInt64(3)));

            return found.Count > 0 ? Retried(stream.Value, events, found)
                : expected.Allows(version) ? null
                : new WrongExpectedVersion(expected, version);
        }
        catch (Exception e) when (PostgresErrors.IsDriverError(e))
        {
            throw parts.Database.Errors.Unavailable(e);
        }
    }

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

/// <summary>
/// Streams with version conflicts. Later appends to them without an expected version use Marten's stream lock: a conflict takes
/// a position, at which the daemon waits. The set is a hint and may be cleared at any time.
/// </summary>
internal sealed class ContendedStreams
{
    private const int Capacity = 10_000;

    private readonly ConcurrentDictionary<string, bool> _streams = new(StringComparer.Ordinal);

    public bool Contains(string stream) => !_streams.IsEmpty && _streams.ContainsKey(stream);

    /// <summary>Records the result of an append.</summary>
    /// <param name="stream">The stream.</param>
    /// <param name="contended">False if there is no stream that could be locked.</param>
    public void Set(string stream, bool contended)
    {
        if (!contended)
        {
            _streams.TryRemove(stream, out _);
            return;
        }

        if (_streams.Count >= Capacity)
            _streams.Clear();

        _streams[stream] = true;
    }
}
