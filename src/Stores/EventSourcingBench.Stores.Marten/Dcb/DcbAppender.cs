namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Appends in the session that read, if there is one, otherwise in one that fetches the boundary again. Marten checks in
/// <c>SaveChangesAsync</c> that no event with a tag of the boundary was appended since. A refusal is decided again: Marten's check is
/// coarser than the condition.</summary>
internal sealed class DcbAppender(MartenParts parts)
{
    public Boundaries Boundaries { get; } = new();

    public async ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken)
    {
        Appends.RequireDistinct(events);
        var kept = condition is null ? null : Boundaries.Take(condition);
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var isSent = false;
            try
            {
                await using var session = kept ?? parts.Store.LightweightSession();
                isSent = kept is not null || condition is null || await IsAllowedAsync(session, condition, cancellationToken);
                return new DcbAppendResult(
                    isSent ? await SaveAsync(session, events, cancellationToken) : await FindAsync(events, cancellationToken));
            }
            catch (Exception e) when (MartenErrors.IsLostRace(e))
            {
                kept = null;
                if (e is not DcbConcurrencyException && await FindAsync(events, cancellationToken) is { } known)
                    return new DcbAppendResult(known);
            }
            catch (Exception e) when (MartenErrors.IsDriverError(e))
            {
                cancellationToken.ThrowIfCancellationRequested();
                throw isSent ? parts.Errors.AfterAppend(e) : e is StoreUnavailableException ? e : parts.Errors.Unavailable(e);
            }
        }
    }

    private async Task<bool> IsAllowedAsync(IDocumentSession session, DcbAppendCondition condition, CancellationToken cancellationToken)
    {
        var (query, after) = condition;
        RequestTimes.Mark(RequestPart.Store);
        if (query.HasTagsEach())
        {
            var boundary = await session.Events.FetchForWritingByTags<Boundary>(query.ToTagQuery(), cancellationToken);
            return !query.Matching(boundary.Events).Exists(e => e.Position > after);
        }

        // Marten has no boundary without a tag: the lock excludes all other appends until the end of this transaction.
        await session.BeginTransactionAsync(cancellationToken);
        await session.ExecuteAsync(new NpgsqlCommand(parts.Database.Scripts.Get("304_dcb_lock")), cancellationToken);
        return (await session.QueryAsync(query, after, long.MaxValue, limit: 1, cancellationToken)).Count == 0;
    }

    private async Task<long?> SaveAsync(IDocumentSession session, IReadOnlyList<DcbEvent> events, CancellationToken cancellationToken)
    {
        var wrapped = events.Select(TaggedEvents.Wrap).ToArray();

        // One stream per append: its events are contiguous, and no two appends share a stream.
        session.Events.Append(wrapped[0].Id.ToString(), wrapped);

        // Marten has named the events after their .NET type, which is the same for all.
        foreach (var each in wrapped)
            each.EventTypeName = each.Data.Type;

        using (RequestTimes.EnterStore())
            await session.SaveChangesAsync(cancellationToken);

        parts.Wakeups.Raise();
        return wrapped[^1].Sequence;
    }

    // Null if none of the events exists.
    private async Task<long?> FindAsync(IReadOnlyList<DcbEvent> events, CancellationToken cancellationToken)
    {
        var (found, together, last) = await parts.Database.Query(
            "303_dcb_find",
            r => (r.GetInt64(0), r.GetInt64(1), r.IsDBNull(2) ? 0 : r.GetInt64(2)),
            events.Select(e => e.Event.Id).ToArray(),
            events[0].Event.Id.ToString()).FirstOrDefaultAsync(cancellationToken);
        return found == 0 ? null
            : together == events.Count ? last
            : throw new ArgumentException(
                $"{found} of the {events.Count} events already exist in the store, from another append: this is not a retry.");
    }
}
