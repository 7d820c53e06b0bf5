namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>The events in memory, with appends to one stream, to several and in bulk under one lock; no lie is in here.</summary>
internal sealed class HonestLog : IDisposable
{
    private readonly Lock _gate = new();
    private readonly MemoryEvents _log;
    private readonly Journal<StoredEvent[]>? _journal;
    private bool _closed;

    /// <summary>Opens the log with the events of the journal, or with what is made of them.</summary>
    public HonestLog(TimeProvider time, Journal<StoredEvent[]>? journal, Func<IReadOnlyList<StoredEvent>, IEnumerable<StoredEvent>>? replay)
    {
        _log = new MemoryEvents(time, delay: null, knowsRetries: false);
        StoredEvent[] stored = [.. (journal?.Read() ?? []).SelectMany(events => events)];
        foreach (var (stream, data) in replay?.Invoke(stored) ?? stored)
            Add([new StreamAppend(new StreamId(stream), ExpectedVersion.Any, [data])]);

        WasReplayed = stored.Length > 0;
        _journal = journal;
    }

    /// <summary>Whether there were events when it was opened.</summary>
    public bool WasReplayed { get; }

    public IEventReader Reader => _log;

    public ICatchUpSubscription Subscription => _log;

    public long VersionOf(StreamId stream)
    {
        lock (_gate)
            return _log.VersionOf(stream);
    }

    public bool Knows(Guid id)
    {
        lock (_gate)
            return _log.Find(id) is not null;
    }

    /// <summary>Appends, as the contract says. Without knowing retries it appends events again that are there.</summary>
    public MultiStreamResult Append(Write write, bool knowsRetries = true)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            return (knowsRetries ? FindRetried(write) : null) ?? FindConflict(write) ?? (MultiStreamResult)Add(write.Parts);
        }
    }

    /// <summary>Stores the events behind what is there, without any check.</summary>
    public AllAppended Add(IReadOnlyList<StreamAppend> parts)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            BulkEvent[] events = [.. parts.SelectMany(p => p.Events, (p, data) => new BulkEvent(p.Stream, data))];
            _journal?.Append([.. events.Select(e => new StoredEvent(e.Stream.Value, e.Event))]);
            _log.Append(events);
            return PlacesOf(parts);
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _closed = true;
            _log.Close();
            _journal?.Dispose();
        }
    }

    private AllAppended? FindRetried(Write write)
    {
        if (!write.Parts.Any(p => p.Events.Any(e => _log.Find(e.Id) is not null)))
            return null;

        return write.Parts.All(IsThere)
            ? PlacesOf(write.Parts)
            : throw new ArgumentException("An event id of the append is in the store already, from another append.");
    }

    private NoneAppended? FindConflict(Write write)
    {
        var part = write.Parts.FirstOrDefault(p => !p.Expected.Allows(_log.VersionOf(p.Stream)));
        return part is null ? null
            : new NoneAppended(part.Stream, new WrongExpectedVersion(part.Expected, _log.VersionOf(part.Stream)));
    }

    private bool IsThere(StreamAppend part) => Appends.EndOfRetried(part.Events.Select(e =>
        _log.Find(e.Id) is { } there && there.Stream == part.Stream ? there.Version : default(long?))) is not null;

    private AllAppended PlacesOf(IReadOnlyList<StreamAppend> parts) => new(
        [.. parts.Select(p => _log.Find(p.Events[^1].Id)!).Select(e => new Appended(e.Version, e.Position))]);

    private void ThrowIfClosed()
    {
        if (_closed)
            throw new StoreUnavailableException("The store was closed. Open it again to go on.");
    }
}
