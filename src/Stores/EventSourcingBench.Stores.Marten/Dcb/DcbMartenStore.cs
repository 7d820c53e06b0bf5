namespace EventSourcingBench.Stores.Marten.Dcb;

internal sealed class DcbMartenStore(MartenParts parts, int batchSize) : IStore, IDcbEventStore
{
    // Marten reads a boundary's events first and the versions of its tags second, in one batch. At read committed, an append in
    // between would have its version read and its event missed, and the check would pass. At repeatable read both come from one
    // snapshot. Marten's writing transactions set read committed themselves.
    private const string OneSnapshot = @"-c default_transaction_isolation=repeatable\ read";

    // Marten's statements are planned at each call, and the planner assumes a newly filled table to be empty.
    private const string ByIndexes = " -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

    private const string Mechanism =
        "Marten's DCB: an event's tags in mt_event_tag_tag, reads by FetchForWritingByTags, appends by the session that read. "
        + "Marten checks the versions of the boundary's tags (mt_dcb_tag_version) in the append's transaction; "
        + "a conflict outside the condition is retried. Conditions without tags lock mt_events.";

    private readonly SafeHead _head = new(parts.Database, parts.Time);
    private readonly DcbAppender _appender = new(parts);
    private readonly HighWaterMark _highWater = new(parts);

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IStoreInspector Inspector => parts.Inspector;

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.ForDcb(context.Options);
        var parts = await MartenParts.OpenAsync(
            context, "dcb-marten", options, context.Options.Switch(MartenOptions.ForceIndexes) ? OneSnapshot + ByIndexes : OneSnapshot,
            static marten =>
            {
                marten.Events.RegisterTagType<Tag>("tag");
                marten.Events.EnableEventTypeIndex = true;
                // Marten would save again without the lock and the check of a condition that has no tag.
                marten.ConfigureWritePolly(_ => { });
                marten.Projections.Add(new BoundaryProjection(), ProjectionLifecycle.Live);
            },
            cancellationToken);
        return new DcbMartenStore(parts, options.ReadBatch);
    }

    // By Marten's FetchForWritingByTags if an append may follow, and by its LINQ if Marten has no boundary.
    public async ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        parts.Closing.ThrowIfClosed();
        using var inStore = RequestTimes.EnterStore();
        var read = after == 0 && limit == int.MaxValue && query.HasTagsEach() ? ReadBoundaryAsync(query, cancellationToken)
            : ReadPageAsync(query, after, limit, cancellationToken);
        return await parts.ReadAsync(read, cancellationToken);
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        parts.Closing.ThrowIfClosed();
        await foreach (var page in _highWater.FollowAsync(after, batchSize, FindAsync, e => e.Position, cancellationToken))
        {
            foreach (var found in page.Events)
                yield return found;
        }

        async Task<IReadOnlyList<DcbRecordedEvent>> FindAsync(long from, long upTo, CancellationToken either)
        {
            await using var session = parts.Store.QuerySession();
            return await session.QueryAsync(query, from, upTo, batchSize, either);
        }
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        parts.Closing.ThrowIfClosed();
        return _appender.AppendAsync(events, condition, cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        parts.DescribeAsync(Mechanism, cancellationToken);

    public ValueTask DisposeAsync() => parts.CloseAsync(_highWater);

    private async Task<DcbReadResult> ReadBoundaryAsync(DcbQuery query, CancellationToken cancellationToken)
    {
        var tags = query.ToTagQuery();
        while (true)
        {
            var session = parts.Store.LightweightSession();
            var batch = session.CreateBatchQuery();
            var fetching = batch.Events.FetchForWritingByTags<Boundary>(tags);
            var looking = _head.LookAsync(batch);
            await batch.Execute(cancellationToken);
            var (fetched, look) = (await fetching, await looking);
            var matching = query.Matching(fetched.Events);
            var upTo = _head.Note(look);
            if (matching.Count == 0 || matching[^1].Position <= upTo)
            {
                _appender.Boundaries.Keep(query, upTo, session);
                await _head.TidyAsync(look, upTo, cancellationToken);
                return new DcbReadResult(matching, upTo);
            }

            await session.DisposeAsync();
            await _head.WaitAsync(look, cancellationToken);
        }
    }

    private async Task<DcbReadResult> ReadPageAsync(DcbQuery query, long after, int limit, CancellationToken cancellationToken)
    {
        await using var session = parts.Store.QuerySession();
        var upTo = await FinalAsync(session, cancellationToken);
        return new DcbReadResult(await session.QueryAsync(query, after, upTo, limit, cancellationToken), upTo);
    }

    // The first snapshot sets the limit: callers see the events they appended before.
    private async ValueTask<long> FinalAsync(IQuerySession session, CancellationToken cancellationToken)
    {
        long? wanted = null;
        while (true)
        {
            var batch = session.CreateBatchQuery();
            var looking = _head.LookAsync(batch);
            await batch.Execute(cancellationToken);
            var look = await looking;
            var upTo = _head.Note(look);
            wanted ??= look.Last;
            if (upTo >= wanted)
                return upTo;

            await _head.WaitAsync(look, cancellationToken);
        }
    }
}
