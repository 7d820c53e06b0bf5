namespace EventSourcingBench.Stores.Marten.Stores;

/// <summary>An open store: one connection pool, one schema, and Marten's document stores on it. Each append is a session of Marten's. A
/// refusal by Marten is looked up: it is a retry, a version conflict, or (without an expected version) must be retried.</summary>
internal sealed class MartenStore : IStore, IEventStore
{
    private const int MostContended = 10_000;
    private const int MostWaits = 200;

    private readonly MartenParts _parts;
    private readonly MartenOptions _options;
    private readonly WriterStores _writers;
    private readonly HighWaterMark _highWater;
    private readonly ProjectionHost _projections;

    // Streams with concurrent appends. Later appends to them without an expected version use Marten's stream lock: a conflict takes
    // a position, at which the daemon waits. The set is a hint and may be cleared at any time.
    private readonly ConcurrentDictionary<string, bool> _contended = new(StringComparer.Ordinal);

    // How many appends of this process that take no lock first are under way, by stream.
    private readonly Dictionary<string, int> _unlocked = new(StringComparer.Ordinal);

    private MartenStore(MartenParts parts, MartenOptions options)
    {
        (_parts, _options) = (parts, options);
        _writers = new WriterStores(parts.Store, parts.Factory);
        Bulk = new BulkAppender(_writers, parts);
        OpenAppends = new OpenAppends(parts.Database, InsertAsync, parts.Wakeups.Raise);
        _highWater = new HighWaterMark(parts);
        Subscription = new SharedFeed(new MartenSubscription(parts, _highWater, options.ReadBatch));
        _projections = new ProjectionHost(new ProjectionStarter(parts, _writers, _highWater, options).StartAsync);
    }

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.Persistent
        | StoreCapabilities.PositionCheckpoints;

    public IBulkWriter Bulk { get; }

    public IOpenAppends OpenAppends { get; }

    public ICatchUpSubscription Subscription { get; }

    public IProjectionHost Projections => _projections;

    public IStoreInspector Inspector => _parts.Inspector;

    public static async Task<IStore> OpenAsync(StoreContext context, CancellationToken cancellationToken)
    {
        var options = MartenOptions.From(context.Options);
        return new MartenStore(
            await MartenParts.OpenAsync(context, "marten", options, sessionOptions: null, configure: null, cancellationToken), options);
    }

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        _parts.Closing.ThrowIfClosed();
        Appends.RequireDistinct(events);
        var isMissing = false;
        while (true)
        {
            try
            {
                var appended = await SaveAsync(stream.Value, expected, events, isMissing, cancellationToken);
                _parts.Wakeups.Raise();
                return appended;
            }
            catch (Exception e) when (MartenErrors.IsLostRace(e))
            {
                // A stream that does not exist could not be locked.
                isMissing = MartenErrors.Tree(e).Any(each => each is NonExistentStreamException);
                AddContended(stream.Value);
            }
            catch (Exception e) when (MartenErrors.IsDriverError(e))
            {
                cancellationToken.ThrowIfCancellationRequested();
                throw _parts.Errors.AfterAppend(e);
            }

            if (await DecideAsync(stream, expected, events, cancellationToken) is { } decided)
                return decided;
        }
    }

    // Marten's FetchStreamAsync reads a window of versions at a time, so that memory use stays constant.
    public IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(fromVersion, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxCount, 1);
        return StreamSlices.ReadAsync(
            fromVersion, maxCount, _options.ReadBatch,
            (from, limit) => _parts.ReadAsync(ReadAsync(stream.Value, from, limit, cancellationToken), cancellationToken),
            cancellationToken);
    }

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => _parts.DescribeAsync(
        $"One Marten session per append, in {(_options.Rich ? "rich" : "quick")} mode. Subscriptions read mt_events up to the "
            + "high-water mark of Marten's daemon; "
            + (_options.Inline
                ? "event projections run inline, in the append's transaction."
                : "event projections run in the daemon, rows and progress in one transaction."),
        cancellationToken);

    public ValueTask DisposeAsync() => _parts.CloseAsync(_projections, _highWater, _writers);

    // Appends the events of a new stream in a transaction that is not ended here. The result is the last position.
    private async Task<long> InsertAsync(
        NpgsqlTransaction transaction, StreamId stream, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        var wrapped = events.Select(e => StoredEvent.Wrap(e)).ToArray();
        using var writer = _writers.Enter();
        await using var session = writer.Store.LightweightSession(SessionOptions.ForTransaction(transaction));
        session.Events.Append(stream.Value, wrapped);
        try
        {
            await session.SaveChangesAsync(cancellationToken);
        }
        catch (Exception e) when (MartenErrors.IsDriverError(e))
        {
            throw _parts.Errors.Unavailable(e);
        }

        return wrapped[^1].Sequence;
    }

    private async Task<Appended> SaveAsync(
        string stream, ExpectedVersion expected, IReadOnlyList<EventData> events, bool isMissing, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var wrapped = events.Select(e => StoredEvent.Wrap(e)).ToArray();
        using var writer = _writers.Enter();
        using var inStore = RequestTimes.EnterStore();
        await using var session = writer.Store.LightweightSession();
        var unlocked = CountUnlocked(stream, 1);
        if (unlocked > 1)
            AddContended(stream);

        // Of several that find no stream, the first creates it.
        var isLocked = expected.IsAny && (unlocked > 1 || (!isMissing && _contended.ContainsKey(stream)));
        try
        {
            if (isLocked)
            {
                await LeaveUnlockedAsync(stream, cancellationToken);
                await session.Events.AppendExclusive(stream, cancellationToken, wrapped);
            }
            else
            {
                // Marten expects the version after the append.
                _ = expected.IsAny ? session.Events.Append(stream, wrapped)
                    : session.Events.Append(stream, expected.Value + wrapped.Length, wrapped);
            }

            await session.SaveChangesAsync(cancellationToken);
            return new Appended(wrapped[^1].Version, wrapped[^1].Sequence);
        }
        finally
        {
            if (!isLocked)
                CountUnlocked(stream, -1);
        }
    }

    // Waits until the unlocked appends to the stream have ended, but not for ever: more of them may come, with an expected version. They
    // insert events before they lock the stream: with an append that locks first they may end in a deadlock, which the server notices
    // after a second.
    private async Task LeaveUnlockedAsync(string stream, CancellationToken cancellationToken)
    {
        var left = CountUnlocked(stream, -1);
        for (var waits = 0; left > 0 && waits < MostWaits; waits++, left = CountUnlocked(stream, 0))
            await Task.Delay(TimeSpan.FromMilliseconds(1), _parts.Time, cancellationToken);
    }

    private int CountUnlocked(string stream, int change)
    {
        lock (_unlocked)
        {
            var count = _unlocked.GetValueOrDefault(stream) + change;
            if (count == 0)
                _unlocked.Remove(stream);
            else
                _unlocked[stream] = count;
            return count;
        }
    }

    private void AddContended(string stream)
    {
        if (_contended.Count >= MostContended)
            _contended.Clear();

        _contended[stream] = true;
    }

    // Why Marten refused: the result, or null if the append must be retried.
    private async Task<AppendResult?> DecideAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken)
    {
        // In one snapshot, the version is never the result of the append itself without its ids.
        var rows = await _parts.Database.Query(
            "101_version_and_events",
            r => (Version: r.GetInt64(0), Found: r.IsDBNull(1) ? null : FoundEvent.Read(r, first: 1)),
            stream.Value, events.Select(e => e.Id).ToArray()).ToListAsync(cancellationToken);
        var found = rows.Select(r => r.Found).OfType<FoundEvent>().ToDictionary(f => f.Id);
        return found.Count > 0
            ? FoundEvent.Retried(stream.Value, events, found) ?? throw FoundEvent.NotARetry(events, found)
            : expected.Allows(rows[0].Version) ? null : new WrongExpectedVersion(expected, rows[0].Version);
    }

    private async Task<(List<RecordedEvent> Events, bool IsLast)> ReadAsync(
        string stream, long from, int limit, CancellationToken cancellationToken)
    {
        _parts.Closing.ThrowIfClosed();
        using var inStore = RequestTimes.EnterStore();
        await using var session = _parts.Store.QuerySession();
        var events = await session.Events.FetchStreamAsync(
            stream, version: from + limit - 1, fromVersion: from, token: cancellationToken);

        // Marten orders by position. In rich mode a later version may have an earlier one.
        return ([.. events.OrderBy(e => e.Version).Select(StoredEvent.Recorded)], events.Count < limit);
    }
}
