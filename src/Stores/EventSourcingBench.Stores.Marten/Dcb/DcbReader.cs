namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>Reads by Marten's <c>FetchForWritingByTags</c> if an append may follow, and by its LINQ if Marten has no boundary.</summary>
internal sealed class DcbReader(MartenParts parts, SafeHead head, Boundaries boundaries)
{
    private static readonly string OurType = $"{typeof(StoredEvent).FullName}, {typeof(StoredEvent).Assembly.GetName().Name}";

    public async ValueTask<DcbReadResult> ReadAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        var times = RequestTimes.Mark(RequestPart.Store);
        try
        {
            var read = after == 0 && limit == int.MaxValue && query.HasTagsEach()
                ? ReadBoundaryAsync(query, cancellationToken)
                : ReadPageAsync(query, after, limit, cancellationToken);
            return await parts.ReadAsync(read, cancellationToken);
        }
        finally
        {
            times?.Enter(RequestPart.Adapter);
        }
    }

    /// <summary>The matching events between two positions, in position order.</summary>
    public static async Task<IReadOnlyList<DcbRecordedEvent>> QueryAsync(
        IQuerySession session, DcbQuery query, long after, long upTo, int limit, CancellationToken cancellationToken)
    {
        // Excludes Marten's tombstones, which mark the positions of failed appends and have another type.
        IQueryable<IEvent> events = session.Events.QueryAllRawEvents()
            .Where(e => e.Sequence > after && e.Sequence <= upTo && e.DotNetTypeName == OurType);
        events = query.ToPredicate() is { } predicate ? events.Where(predicate) : events;
        var found = await events.OrderBy(e => e.Sequence).Take(limit).ToListAsync(cancellationToken);
        return [.. found.Select(TaggedEvents.From)];
    }

    // Marten joins the table of tags: it returns an event once per matching tag.
    public static List<DcbRecordedEvent> Matching(DcbQuery query, IReadOnlyList<IEvent> fetched) =>
        [.. fetched.DistinctBy(e => e.Sequence).Select(TaggedEvents.From).Where(e => query.Matches(e.Event.Type, e.Tags))];

    private async Task<DcbReadResult> ReadBoundaryAsync(DcbQuery query, CancellationToken cancellationToken)
    {
        var tags = query.ToTagQuery();
        while (true)
        {
            var session = parts.Store.LightweightSession();
            var batch = session.CreateBatchQuery();
            var fetching = batch.Events.FetchForWritingByTags<Boundary>(tags);
            var looking = batch.AddItem(head.Look());
            await batch.Execute(cancellationToken);
            var (fetched, look) = (await fetching, await looking);
            var matching = Matching(query, fetched.Events);
            var upTo = head.Note(look);
            if (matching.Count == 0 || matching[^1].Position <= upTo)
            {
                boundaries.Keep(query, upTo, session);
                await head.TidyAsync(look, upTo, cancellationToken);
                return new DcbReadResult(matching, upTo);
            }

            await session.DisposeAsync();
            await head.WaitAsync(look, cancellationToken);
        }
    }

    private async Task<DcbReadResult> ReadPageAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        await using var session = parts.Store.QuerySession();
        var upTo = await FinalAsync(session, cancellationToken);
        return new DcbReadResult(await QueryAsync(session, query, after, upTo, limit, cancellationToken), upTo);
    }

    // The first snapshot sets the limit: callers see the events they appended before.
    private async ValueTask<long> FinalAsync(IQuerySession session, CancellationToken cancellationToken)
    {
        long? wanted = null;
        while (true)
        {
            var batch = session.CreateBatchQuery();
            var looking = batch.AddItem(head.Look());
            await batch.Execute(cancellationToken);
            var look = await looking;
            var upTo = head.Note(look);
            wanted ??= look.Last;
            if (upTo >= wanted)
                return upTo;

            await head.WaitAsync(look, cancellationToken);
        }
    }
}
