namespace EventSourcingBench.Checking.Tests;

/// <summary>A store, what was asked of it by several workers at once, and what it gives back: honest when it is made, for tests to put lies
/// into. Each operation takes effect at one moment between its start and its end.</summary>
internal sealed class World : IReadBack, IReadModelReader
{
    private const int MaxReadCount = 50;
    private const int Workers = 4;
    private const int StreamCount = 3;
    private const int Skipped = 100;
    private readonly Random _random;

    public World(int seed, bool hasStreams = true, int operations = 300)
    {
        (_random, HasStreams) = (new Random(seed), hasStreams);
        Ids = new EventIds(DateTimeOffset.UnixEpoch.AddDays(20_000), (ulong)_random.NextInt64());
        var effects = new PriorityQueue<Action, long>();
        var free = new long[Workers];
        for (var number = 0; number < operations; number++)
        {
            var worker = _random.Next(Workers);
            var start = free[worker] + _random.Next(1, 50);
            var effect = start + _random.Next(1, 100);
            var end = free[worker] = effect + _random.Next(1, 100);
            var kind = _random.Next(12);
            var isRead = kind == 0;
            var operation = new Operation(
                number,
                isRead ? OperationKind.Read : OperationKind.Append,
                _random.Next(StreamCount),
                Operation.NoKey,
                Argument: 0,
                isRead ? (hasStreams ? MaxReadCount : ulong.MaxValue) : (ulong)_random.NextInt64(),
                start,
                Lateness: 0,
                (uint)(end - start),
                kind switch { 1 => Outcome.Timeout, 2 => Outcome.Error, 3 => Outcome.Refused, _ => Outcome.Success });
            var index = Operations.Count;
            Operations.Add((worker, operation, []));
            if (isRead)
                effects.Enqueue(() => Read(index), effect);
            else if (operation.Outcome == Outcome.Success || (operation.Outcome == Outcome.Timeout && _random.Next(2) == 0))
                effects.Enqueue(() => Append(index), effect);
        }

        while (effects.TryDequeue(out var takeEffect, out _))
            takeEffect();

        Live.AddRange(Order.Select(Seen));
        Joined.AddRange(Live.Skip(Skipped));
        OfOneStream.AddRange(Live.Where(s => IsOfFirst(s.Number)));
        Reread = [.. Order];
    }

    public EventIds Ids { get; }

    /// <summary>Appends and reads, by the number of their order.</summary>
    public List<(int Worker, Operation Operation, List<Observation> Seen)> Operations { get; } = [];

    /// <summary>By stream, or by the tag of the key in a store without streams.</summary>
    public Dictionary<string, List<FoundEvent>> Streams { get; private set; } =
        Enumerable.Range(0, StreamCount).ToDictionary(NameOf, _ => new List<FoundEvent>(), StringComparer.Ordinal);

    public List<FoundEvent> Order { get; set; } = [];

    /// <summary>What a second reading of the order gives.</summary>
    public List<FoundEvent> Reread { get; set; }

    public List<Observation> Live { get; } = [];

    /// <summary>What a subscriber was given that began at the place behind the first events of the live one.</summary>
    public List<Observation> Joined { get; } = [];

    /// <summary>What a subscriber was given that follows the first stream.</summary>
    public List<Observation> OfOneStream { get; } = [];

    public List<FoundRow> Rows { get; } = [];

    public Dictionary<string, ReadModelSummary> Totals { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether a subscription after a checkpoint skips the next event.</summary>
    public bool SkipsAfterCheckpoint { get; set; }

    /// <summary>Whether the store forgets its tags when it is opened again: queries by them find nothing.</summary>
    public bool ForgetsTags { get; set; }

    /// <summary>The event that is gone when the store is opened again; null for none.</summary>
    public Guid? Forgotten { get; set; }

    /// <summary>What cannot be read to its end: <c>streams</c>, <c>order</c> or <c>rows</c>; null when all can.</summary>
    public string? Broken { get; set; }

    /// <summary>Whether the store is never idle.</summary>
    public bool IsBusy { get; set; }

    public bool HasStreams { get; }

    public bool HasOrder => true;

    public static string NameOf(int stream) => $"stream-{stream}";

    public static long AmountOf(long number) => number % 17;

    public int Below(int bound) => _random.Next(bound);

    public int AnyAcknowledged() => AnyOf(o => o is { Kind: OperationKind.Append, Outcome: Outcome.Success });

    /// <summary>The index of one of the operations that are so.</summary>
    public int AnyOf(Predicate<Operation> isSo)
    {
        var fitting = Enumerable.Range(0, Operations.Count).Where(i => isSo(Operations[i].Operation)).ToList();
        return fitting[_random.Next(fitting.Count)];
    }

    public void Change(int index, Func<Operation, Operation> change) =>
        Operations[index] = Operations[index] with { Operation = change(Operations[index].Operation) };

    /// <summary>Changes the event of an operation wherever it is given back; null: it is not.</summary>
    public void ChangeEvent(Guid id, Func<FoundEvent, FoundEvent?> change)
    {
        Order = Changed(Order);
        Reread = Changed(Reread);
        foreach (var stream in Streams.Keys)
            Streams[stream] = Changed(Streams[stream]);

        List<FoundEvent> Changed(List<FoundEvent> events) => [.. events.Select(e => e.Id == id ? change(e) : e).OfType<FoundEvent>()];
    }

    public bool IsOfFirst(long number) => KeyOf(number) == 0;

    public int KeyOf(long number) => Operations[(int)number].Operation.Key;

    public VerdictRecord Verify(bool reopen = false) => Verifier.VerifyAsync(ToPlan(reopen)).GetAwaiter().GetResult();

    public VerificationPlan ToPlan(bool reopen = false)
    {
        var history = new StepHistory(Ids, Workers, TimeProvider.System, Enumerable.Range(0, StreamCount).Select(NameOf));
        foreach (var (worker, operation, seen) in Operations)
        {
            var lane = history.Lane(worker);
            lane.Add(operation.Kind != OperationKind.Read ? operation
                : operation with { Position = lane.ObservedCount, Argument = seen.Count });
            seen.ForEach(lane.Observe);
        }

        var subscriber = history.AddLane();
        Live.ForEach(subscriber.Observe);
        var (joined, ofOneStream) = (history.AddLane(), history.AddLane());
        Joined.ForEach(joined.Observe);
        OfOneStream.ForEach(ofOneStream.Observe);
        return new VerificationPlan
        {
            History = history,
            ReadBack = this,
            HasPositions = true,
            ReadModel = this,
            Rows = sent => new FoundRow(Ids.Of(sent.Number), "all", AmountOf(sent.Number)),
            EventOfRow = row => row.Document,
            Subscriber = subscriber,
            LiveSubscribers = [new(joined, subscriber, Skipped), new(ofOneStream) { Follows = IsOfFirst }],
            CatchUp = _ => Task.CompletedTask,
            TagOf = key => key,
            Reopen = reopen ? _ => Task.FromResult(new ReopenedStore(Reopened(), ReadModel: null, "after reopening")) : null,
            Time = new QuickTime(),
        };
    }

    public IAsyncEnumerable<List<FoundEvent>> ReadStreamAsync(string stream, long fromVersion, long maxCount, CancellationToken cancel) =>
        GiveAsync((stream.Length > 0 ? Streams[stream] : Order).Chunk(7).Select(e => e.ToList()), "streams");

    public Task<long> CountPendingAsync(CancellationToken cancellationToken) => Task.FromResult(IsBusy ? 1L : 0);

    public Task<long> CountRowsAsync(CancellationToken cancellationToken) => Task.FromResult((long)Rows.Count);

    public IAsyncEnumerable<FoundRow> ReadRowsAsync(CancellationToken cancellationToken) => GiveAsync(Rows, "rows");

    public Task<ReadModelSummary?> ReadTotalAsync(string group, CancellationToken cancellationToken) =>
        Task.FromResult(Totals.GetValueOrDefault(group));

    public IAsyncEnumerable<FoundBatch> ReadAllAsync(string checkpoint, CancellationToken cancellationToken)
    {
        var at = checkpoint.Length == 0 ? 0 : int.Parse(checkpoint, CultureInfo.InvariantCulture) + (SkipsAfterCheckpoint ? 1 : 0);
        return GiveAsync(Order.Skip(at).Chunk(7).Select(events => new FoundBatch([.. events], $"{at += events.Length}")), "order");
    }

    private void Read(int index)
    {
        var operation = Operations[index].Operation;
        var stream = Streams[NameOf(operation.Key)];
        // Without streams it is a query by a tag, of all events.
        var from = HasStreams ? Math.Max(1, stream.Count - 9) : 1;
        Operations[index].Seen.AddRange(stream.Skip(from - 1).Take(HasStreams ? MaxReadCount : int.MaxValue).Select(Seen));
        Change(index, o => o with { Version = from });
    }

    private void Append(int index)
    {
        var operation = Operations[index].Operation;
        var position = Order.Count + 1L;
        var stream = Streams[NameOf(operation.Key)];
        var (name, version) = HasStreams ? (NameOf(operation.Key), stream.Count + 1) : ("", position);
        var found = new FoundEvent(Ids.Of(operation.Number), name, version, position, operation.Hash);
        stream.Add(found);
        Order.Add(found);
        Rows.Add(new FoundRow(found.Id, "all", AmountOf(operation.Number), found.Hash));
        var total = Totals.GetValueOrDefault("all");
        Totals["all"] = new ReadModelSummary("all", (total?.Count ?? 0) + 1, (total?.Total ?? 0) + AmountOf(operation.Number));
        if (operation.Outcome == Outcome.Success)
            Change(index, o => o with { Version = HasStreams ? found.Version : 0, Position = position });
    }

    public Observation Seen(FoundEvent found) =>
        new(Ids.NumberOf(found.Id), (uint)found.Version, Observation.FoldOf(found.Hash, found.Stream, found.Position));

    private async IAsyncEnumerable<T> GiveAsync<T>(IEnumerable<T> all, string part)
    {
        await Task.Yield();
        foreach (var found in all)
            yield return found;

        if (Broken == part)
            throw new IOException("The server is gone.");
    }

    // The store as a second process reads it.
    private World Reopened()
    {
        var reopened = (World)MemberwiseClone();
        reopened.Order = Kept(Reread);
        reopened.Streams = Streams.ToDictionary(s => s.Key, s => ForgetsTags ? [] : Kept(s.Value), StringComparer.Ordinal);
        return reopened;

        List<FoundEvent> Kept(List<FoundEvent> events) => [.. events.Where(e => e.Id != Forgotten)];
    }
}
