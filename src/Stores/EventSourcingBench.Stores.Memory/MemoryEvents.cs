namespace EventSourcingBench.Stores.Memory;

/// <summary>The events, by stream and by id, under one lock. An append first waits for the delay and is then atomic.</summary>
/// <param name="delivery">The delay between the append of an event and its delivery to each subscription; null for none.</param>
/// <param name="knowsRetries">False for a log that appends duplicate ids again. Default: true.</param>
internal sealed class MemoryEvents(TimeProvider time, PreciseDelay? delay, PreciseDelay? delivery = null, bool knowsRetries = true)
    : IEventStore, IBulkWriter, ICatchUpSubscription
{
    private const int MostInASlice = 256;
    private const int MostInABatch = 1000;

    private readonly Lock _gate = new();
    private readonly List<RecordedEvent> _all = [];
    private readonly Dictionary<StreamId, List<RecordedEvent>> _streams = [];
    private readonly Dictionary<Guid, RecordedEvent> _byId = [];
    private readonly CommitSignal _committed = new();

    public async ValueTask<AppendResult> AppendAsync(
        StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        using var inStore = RequestTimes.EnterStore();
        if (delay is not null)
            await delay.WaitAsync(cancellationToken);

        Appended appended;
        lock (_gate)
        {
            _committed.ThrowIfClosed();
            if (knowsRetries && FindRetried(stream, events) is { } retried)
                return retried;

            var version = VersionOf(stream);
            if (!expected.Allows(version))
                return new WrongExpectedVersion(expected, version);

            var now = time.GetUtcNow();
            foreach (var data in events)
                Add(stream, data, now);

            appended = new Appended(version + events.Count, _all.Count);
        }

        _committed.Advance(appended.Position!.Value);
        return appended;
    }

    public async ValueTask AppendAsync(IReadOnlyList<BulkEvent> events, CancellationToken cancellationToken = default)
    {
        Appends.RequireDistinct(events);
        cancellationToken.ThrowIfCancellationRequested();
        if (delay is not null)
            await delay.WaitAsync(cancellationToken);

        Append(events);
    }

    // Not by StreamSlices, which would cost a quarter more per event here.
    public async IAsyncEnumerable<RecordedEvent> ReadStreamAsync(
        StreamId stream, long fromVersion = 1, long maxCount = long.MaxValue,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await Task.CompletedTask;
        while (maxCount > 0)
        {
            List<RecordedEvent> slice;
            RequestTimes.Mark(RequestPart.Store);
            lock (_gate)
                slice = Slice(_streams.GetValueOrDefault(stream) ?? [], fromVersion - 1, Math.Min(MostInASlice, maxCount));

            RequestTimes.Mark(RequestPart.Adapter);
            foreach (var recorded in slice)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return recorded;
            }

            fromVersion += slice.Count;
            maxCount = slice.Count < MostInASlice ? 0 : maxCount - slice.Count;
        }
    }

    public IAsyncEnumerable<EventBatch> SubscribeAsync(Checkpoint after, CancellationToken cancellationToken = default) =>
        delivery is null ? _committed.FollowAsync(after, ReadAll, cancellationToken)
            : DelayedAsync(_committed.FollowAsync(after, ReadAll, cancellationToken), delivery, cancellationToken);

    /// <summary>Appends without the delay.</summary>
    /// <exception cref="ArgumentException">Some of the events, but not all, already exist.</exception>
    public void Append(IReadOnlyList<BulkEvent> events)
    {
        long position;
        lock (_gate)
        {
            _committed.ThrowIfClosed();
            var there = knowsRetries ? events.Count(e => Find(e.Event.Id)?.Stream == e.Stream) : 0;
            if (there == events.Count)
                return;

            if (knowsRetries && (there > 0 || events.Any(e => _byId.ContainsKey(e.Event.Id))))
                throw new ArgumentException("An event id of the bulk append already exists in the store, from another append.");

            var now = time.GetUtcNow();
            foreach (var (stream, data) in events)
                Add(stream, data, now);

            position = _all.Count;
        }

        _committed.Advance(position);
    }

    /// <summary>The version of a stream, 0 for none, while nothing is appended.</summary>
    public long VersionOf(StreamId stream) => _streams.TryGetValue(stream, out var recorded) ? recorded.Count : 0;

    /// <summary>The first event with an id, while nothing is appended; null if there is none.</summary>
    public RecordedEvent? Find(Guid id) => _byId.GetValueOrDefault(id);

    public void Close()
    {
        lock (_gate)
        {
            _committed.Close();
            _all.Clear();
            _streams.Clear();
            _byId.Clear();
        }
    }

    private (IReadOnlyList<RecordedEvent> Events, bool CaughtUp) ReadAll(long after)
    {
        lock (_gate)
        {
            var batch = Slice(_all, after, MostInABatch);
            return (batch, after + batch.Count >= _all.Count);
        }
    }

    private List<RecordedEvent> Slice(List<RecordedEvent> of, long skip, long most)
    {
        _committed.ThrowIfClosed();
        var start = (int)Math.Min(skip, of.Count);
        return of.GetRange(start, (int)Math.Min(most, of.Count - start));
    }

    private Appended? FindRetried(StreamId stream, IReadOnlyList<EventData> events)
    {
        var used = events.FirstOrDefault(e => _byId.ContainsKey(e.Id));
        if (used is null)
            return null;

        var versions = events.Select(e => Find(e.Id) is { } here && here.Stream == stream ? here.Version : default(long?));
        return Appends.EndOfRetried(versions) is { } version
            ? new Appended(version, _byId[events[^1].Id].Position)
            : throw new ArgumentException($"The event id {used.Id} already exists in the store, from another append.");
    }

    private void Add(StreamId stream, EventData data, DateTimeOffset now)
    {
        var recorded = CollectionsMarshal.GetValueRefOrAddDefault(_streams, stream, out _) ??= [];
        var added = new RecordedEvent
        {
            Id = data.Id,
            Stream = stream,
            Version = recorded.Count + 1,
            Position = _all.Count + 1,
            Type = data.Type,
            Data = data.Data.ToArray(),
            Metadata = data.Metadata.ToArray(),
            RecordedAt = now,
        };
        recorded.Add(added);
        _all.Add(added);
        _byId.TryAdd(data.Id, added);
    }

    // One event at a time: each has its own moment.
    private async IAsyncEnumerable<EventBatch> DelayedAsync(
        IAsyncEnumerable<EventBatch> batches, PreciseDelay until, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var batch in batches)
        {
            if (batch.Events.Count == 0)
                yield return batch;

            foreach (var recorded in batch.Events)
            {
                await until.WaitAsync(cancellationToken, passed: time.GetUtcNow() - recorded.RecordedAt);
                var isLast = ReferenceEquals(recorded, batch.Events[^1]);
                yield return new EventBatch([recorded], PositionCheckpoint.At(recorded.Position!.Value), batch.CaughtUp && isLast);
            }
        }
    }
}
