using JasperFx.Events;

namespace EventSourcingBench.Stores.Marten.Appending;

/// <summary>
/// Appends through Marten's sessions, one per append. A refusal by Marten is looked up: it is a retry, a version conflict, or
/// (without an expected version) must be retried.
/// </summary>
internal sealed class EventsAppender(WriterStores writers, MartenParts parts) : IEventWriter
{
    private readonly ContendedStreams _contended = new();
    private readonly AppendLookup _lookup = new(parts.Database);

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream,
        ExpectedVersion expected,
        IReadOnlyList<EventData> events,
        CancellationToken cancellationToken = default)
    {
        AppendRules.RequireDistinct(events);
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

            if (await _lookup.DecideAsync(stream, expected, events, cancellationToken) is { } decided)
            {
                return decided;
            }
        }
    }

    private async Task<Appended> SaveAsync(
        string stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var wrapped = new Event<StoredEvent>[events.Count];
        for (var i = 0; i < wrapped.Length; i++)
        {
            wrapped[i] = StoredEvent.Wrap(events[i]);
        }

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
}
