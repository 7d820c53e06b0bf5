namespace EventSourcingBench.Stores.Memory;

/// <summary>Events with tags under one lock, which makes an append and its condition atomic. Lost when the store is disposed.</summary>
internal sealed class MemoryDcbStore : IStore, IDcbEventStore
{
    private const int Page = 1_000;

    private readonly Lock _gate = new();
    private readonly List<DcbRecordedEvent> _all = [];
    private readonly Dictionary<Guid, long> _byId = [];
    private readonly MemoryDcbIndex _index = new();
    private readonly CommitSignal _committed = new();

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.KeepsBytes;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) =>
        DescribeAsync("A list under one lock, with lists of positions by tag and by type.");

    public static Task<StoreDescription> DescribeAsync(string mechanism, params EffectiveSetting[] settings) =>
        Task.FromResult(new StoreDescription
        {
            ServerVersion = $".NET {Environment.Version}",
            ClientVersion = $".NET {Environment.Version}",
            Durability = DurabilityTier.Volatile,
            DurabilityReason = "Events are in the memory of the process and are lost when it ends.",
            Mechanism = mechanism,
            Settings = settings,
        });

    public ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        using var inStore = RequestTimes.EnterStore();
        return ValueTask.FromResult(Read(query, after, limit));
    }

    public IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, CancellationToken cancellationToken = default) =>
        _committed.FollowAsync(after, position => Read(query, position, Page), cancellationToken);

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        using var inStore = RequestTimes.EnterStore();
        long position;
        lock (_gate)
        {
            _committed.ThrowIfClosed();
            if (events.Any(e => _byId.ContainsKey(e.Event.Id)))
                return ValueTask.FromResult(new DcbAppendResult(FindRetried(events)));

            if (condition is not null && _index.Find(_all, condition.FailIfMatches, condition.After).Any())
                return ValueTask.FromResult(default(DcbAppendResult));

            foreach (var (data, tags) in events)
            {
                var recorded = new DcbRecordedEvent(
                    _all.Count + 1, data with { Data = data.Data.ToArray(), Metadata = data.Metadata.ToArray() }, [.. tags]);
                _all.Add(recorded);
                _byId[data.Id] = recorded.Position;
                _index.Add(recorded);
            }

            position = _all.Count;
        }

        _committed.Advance(position);
        return ValueTask.FromResult(new DcbAppendResult(position));
    }

    public ValueTask DisposeAsync()
    {
        _committed.Close();
        return ValueTask.CompletedTask;
    }

    private DcbReadResult Read(DcbQuery query, long after, int limit)
    {
        lock (_gate)
        {
            _committed.ThrowIfClosed();
            return new DcbReadResult([.. _index.Find(_all, query, after).Take(limit)], _all.Count);
        }
    }

    private long FindRetried(IReadOnlyList<DcbEvent> events) =>
        Appends.EndOfRetried(events.Select(e => _byId.TryGetValue(e.Event.Id, out var position) ? position : default(long?)))
            ?? throw new ArgumentException("An event id of the append already exists in the store, from another append.");
}

/// <summary>Positions by tag and by type, in ascending order. An item of a query is evaluated from its shortest list.</summary>
internal sealed class MemoryDcbIndex
{
    private static readonly List<long> None = [];

    private readonly Dictionary<string, List<long>> _byTag = new(StringComparer.Ordinal);
    private readonly Dictionary<string, List<long>> _byType = new(StringComparer.Ordinal);

    public void Add(DcbRecordedEvent recorded)
    {
        Add(_byType, recorded.Event.Type, recorded.Position);
        foreach (var tag in recorded.Tags)
            Add(_byTag, tag, recorded.Position);
    }

    private static void Add(Dictionary<string, List<long>> lists, string key, long position) =>
        (CollectionsMarshal.GetValueRefOrAddDefault(lists, key, out _) ??= []).Add(position);

    public IEnumerable<DcbRecordedEvent> Find(List<DcbRecordedEvent> all, DcbQuery query, long after)
    {
        if (query.MatchesAll())
            return all.Skip((int)Math.Min(after, all.Count));

        return query.Items
            .SelectMany(item => Candidates(item).Where(positions => positions.Count > 0).SelectMany(positions => Behind(positions, after))
                .Select(position => all[(int)position - 1])
                .Where(candidate => item.Matches(candidate.Event.Type, candidate.Tags)))
            .DistinctBy(found => found.Position)
            .OrderBy(found => found.Position);
    }

    private IEnumerable<List<long>> Candidates(DcbQueryItem item) => item.Tags.Count > 0
        ? [item.Tags.Select(t => _byTag.GetValueOrDefault(t, None)).MinBy(positions => positions.Count)!]
        : item.Types.Distinct(StringComparer.Ordinal).Select(t => _byType.GetValueOrDefault(t, None));

    private static IEnumerable<long> Behind(List<long> positions, long after)
    {
        var found = positions.BinarySearch(after);
        return positions.Skip(found >= 0 ? found + 1 : ~found);
    }
}
