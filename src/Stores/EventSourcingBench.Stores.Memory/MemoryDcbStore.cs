namespace EventSourcingBench.Stores.Memory;

/// <summary>
/// Events with tags and their index under one lock: an append checks its condition and adds its events atomically. They are lost
/// when the store is disposed.
/// </summary>
internal sealed class MemoryDcbStore : IStore, IDcbEventStore
{
    private const int Page = 1_000;

    private readonly Lock _gate = new();
    private readonly List<DcbRecordedEvent> _all = [];
    private readonly Dictionary<Guid, long> _byId = [];
    private readonly MemoryDcbIndex _index = new();
    private readonly CommitSignal _committed = new();
    private bool _closed;

    public StoreCapabilities Capabilities =>
        StoreCapabilities.IdempotentAppend | StoreCapabilities.GlobalPosition | StoreCapabilities.KeepsBytes;

    public IDcbEventStore Dcb => this;

    public Task<StoreDescription> DescribeAsync(CancellationToken cancellationToken = default) => Task.FromResult(new StoreDescription
    {
        ServerVersion = $".NET {Environment.Version}",
        ClientVersion = $".NET {Environment.Version}",
        Durability = DurabilityTier.Volatile,
        DurabilityReason = "Events are in the memory of the process and are lost when it ends.",
        Mechanism = "A list under one lock, with lists of positions by tag and by type.",
    });

    public ValueTask<DcbReadResult> ReadAsync(
        DcbQuery query, long after = 0, int limit = int.MaxValue, CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        return ValueTask.FromResult(Read(query, after, limit));
    }

    public async IAsyncEnumerable<DcbRecordedEvent> SubscribeAsync(
        DcbQuery query, long after = 0, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        while (true)
        {
            var read = Read(query, after, Page);
            foreach (var found in read.Events)
            {
                yield return found;
                after = found.Position;
            }

            if (read.Events.Count < Page)
            {
                after = Math.Max(after, read.Head);
                await _committed.WaitBehindAsync(after, cancellationToken);
            }
        }
    }

    public ValueTask<DcbAppendResult> AppendAsync(
        IReadOnlyList<DcbEvent> events, DcbAppendCondition? condition, CancellationToken cancellationToken = default)
    {
        Appends.RequireEvents(events);
        cancellationToken.ThrowIfCancellationRequested();
        long position;
        lock (_gate)
        {
            ThrowIfClosed();
            if (events.Any(e => _byId.ContainsKey(e.Event.Id)))
            {
                return ValueTask.FromResult(new DcbAppendResult(FindRepeated(events)));
            }

            if (condition is not null && _index.Find(_all, condition.FailIfMatches, condition.After).Any())
            {
                return ValueTask.FromResult(default(DcbAppendResult));
            }

            Add(events);
            position = _all.Count;
        }

        _committed.Advance(position);
        return ValueTask.FromResult(new DcbAppendResult(position));
    }

    public ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            _closed = true;
        }

        _committed.Close();
        return ValueTask.CompletedTask;
    }

    private DcbReadResult Read(DcbQuery query, long after, int limit)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            return new DcbReadResult([.. _index.Find(_all, query, after).Take(limit)], _all.Count);
        }
    }

    private long FindRepeated(IReadOnlyList<DcbEvent> events) =>
        _byId.TryGetValue(events[0].Event.Id, out var first)
        && _byId.TryGetValue(events[^1].Event.Id, out var last)
        && last == first + events.Count - 1
            ? last
            : throw new ArgumentException("An event id of the append already exists in the store, from another append.");

    private void Add(IReadOnlyList<DcbEvent> events)
    {
        foreach (var (data, tags) in events)
        {
            var recorded = new DcbRecordedEvent(
                _all.Count + 1, data with { Data = data.Data.ToArray(), Metadata = data.Metadata.ToArray() }, [.. tags]);
            _all.Add(recorded);
            _byId[data.Id] = recorded.Position;
            _index.Add(recorded);
        }
    }

    private void ThrowIfClosed()
    {
        if (_closed)
        {
            throw new StoreUnavailableException("The store was closed. Open it again to go on.");
        }
    }
}
