using JasperFx.Events.Projections;

namespace EventSourcingBench.Stores.Marten.Dcb;

/// <summary>The open DCB store: Marten's tags, its boundaries and their check.</summary>
internal sealed class DcbMartenStore : IStore, IDcbEventStore
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

    private readonly MartenParts _parts;
    private readonly DcbReader _reader;
    private readonly DcbAppender _appender;
    private readonly HighWater _highWater;
    private readonly DcbSubscription _subscription;
    private readonly MartenDescription _description;
    private readonly CancellationTokenSource _closing = new();
    private bool _disposed;

    private DcbMartenStore(MartenParts parts, MartenOptions options)
    {
        var boundaries = new Boundaries();
        _parts = parts;
        _reader = new DcbReader(parts.Store, new SafeHead(parts.Pool, parts.Sql, parts.Context.Time), boundaries, parts.Errors);
        _appender = new DcbAppender(parts, boundaries);
        _highWater = new HighWater(parts.Store);
        _subscription = new DcbSubscription(parts.Store, _highWater, parts.Errors, options.ReadBatch, _closing.Token);
        _description = new MartenDescription(parts.Pool, parts.Sql, parts.Server, parts.Context.Options, Mechanism);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent;

    public IDcbEventStore Dcb => this;

    /// <summary>Connects and lets Marten create the schema.</summary>
    /// <exception cref="StoreUnavailableException">The server could not be reached or refused; within five seconds.</exception>
    public static Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.ForDcb(context.Options);
        return MartenOpening.OpenAsync(
            context,
            "dcb-marten",
            options,
            context.Options.Switch(MartenOptions.ForceIndexes) ? OneSnapshot + ByIndexes : OneSnapshot,
            static marten =>
            {
                marten.Events.RegisterTagType<Tag>("tag");
                marten.Events.EnableEventTypeIndex = true;
                marten.Projections.Add(new BoundaryProjection(), ProjectionLifecycle.Live);
            },
            parts => new DcbMartenStore(parts, options),
            cancellationToken);
    }

    public ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        return _reader.ReadAsync(query, after, limit, cancellationToken);
    }

    public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(DcbQuery query, long after = 0, CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        return _subscription.FollowAsync(query, after, cancellationToken);
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        ThrowIfClosed();
        return _appender.AppendAsync(events, condition, cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        _description.ReadAsync(cancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_disposed)
        {
            return;
        }

        _disposed = true;
        await _closing.CancelAsync();
        await _highWater.DisposeAsync();
        await _parts.CloseAsync();
    }

    private void ThrowIfClosed()
    {
        if (_disposed)
        {
            throw PostgresErrors.StoreClosed();
        }
    }
}
