namespace EventSourcingBench.Stores.Memory;

/// <summary>The events: one list for all, one per stream, and an index of ids, all under one lock.</summary>
/// <param name="time">The clock.</param>
/// <param name="knowsRetries">False for a log that appends duplicate ids again. Default: true.</param>
internal sealed class MemoryLog(TimeProvider time, bool knowsRetries = true)
{
    private readonly Lock _gate = new();
    private readonly List<RecordedEvent> _all = [];
    private readonly Dictionary<StreamId, List<RecordedEvent>> _streams = [];
    private readonly Dictionary<Guid, RecordedEvent> _byId = [];
    private readonly CommitSignal _committed = new();
    private bool _closed;

    public AppendResult Append(StreamId stream, ExpectedVersion expected, IReadOnlyList<EventData> events)
    {
        AppendResult result;
        lock (_gate)
        {
            ThrowIfClosed();
            if (knowsRetries && FindRetried(stream, events) is { } retried)
            {
                return retried;
            }

            var version = _streams.TryGetValue(stream, out var recorded) ? recorded.Count : 0;
            if (!expected.Allows(version))
            {
                return new WrongExpectedVersion(expected, version);
            }

            result = Add(stream, recorded ?? (_streams[stream] = []), events);
        }

        _committed.Advance(((Appended)result).Position!.Value);
        return result;
    }

    /// <exception cref="ArgumentException">Some of the events, but not all, already exist.</exception>
    public void Append(IReadOnlyList<BulkEvent> events)
    {
        long position;
        lock (_gate)
        {
            ThrowIfClosed();
            var there = knowsRetries ? events.Count(e => _byId.TryGetValue(e.Event.Id, out var known) && known.Stream == e.Stream) : 0;
            if (there == events.Count)
            {
                return;
            }

            if (knowsRetries && (there > 0 || events.Any(e => _byId.ContainsKey(e.Event.Id))))
            {
                throw new ArgumentException("An event id of the bulk append already exists in the store, from another append.");
            }

            var now = time.GetUtcNow();
            foreach (var (stream, data) in events)
            {
                Add(stream, _streams.TryGetValue(stream, out var recorded) ? recorded : _streams[stream] = [], data, now);
            }

            position = _all.Count;
        }

        _committed.Advance(position);
    }

    /// <summary>Copies events of a stream, at most the length of <paramref name="buffer"/>.</summary>
    public int Read(StreamId stream, long fromVersion, Span<RecordedEvent> buffer)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            return _streams.TryGetValue(stream, out var recorded) ? Copy(recorded, fromVersion - 1, buffer) : 0;
        }
    }

    /// <summary>Copies some of the events after a position. The flag is true if there are no more.</summary>
    public (List<RecordedEvent> Events, bool CaughtUp) ReadAll(long after, int maxCount)
    {
        lock (_gate)
        {
            ThrowIfClosed();
            var start = (int)Math.Min(after, _all.Count);
            var count = Math.Min(maxCount, _all.Count - start);
            return (_all.GetRange(start, count), start + count == _all.Count);
        }
    }

    public Task WaitBehindAsync(long position, CancellationToken cancellationToken) =>
        _committed.WaitBehindAsync(position, cancellationToken);

    public void Close()
    {
        lock (_gate)
        {
            _closed = true;
            _all.Clear();
            _streams.Clear();
            _byId.Clear();
        }

        _committed.Close();
    }

    private Appended? FindRetried(StreamId stream, IReadOnlyList<EventData> events)
    {
        if (!_byId.TryGetValue(events[0].Id, out var first))
        {
            var used = events.FirstOrDefault(e => _byId.ContainsKey(e.Id));
            return used is null ? null : throw new ArgumentException($"The event id {used.Id} already exists in the store.");
        }

        var last = _byId.GetValueOrDefault(events[^1].Id);
        return first.Stream == stream && last?.Stream == stream && last.Version == first.Version + events.Count - 1
            ? new Appended(last.Version, last.Position)
            : throw new ArgumentException($"The event id {first.Id} already exists in the store, from another append.");
    }

    private Appended Add(StreamId stream, List<RecordedEvent> recorded, IReadOnlyList<EventData> events)
    {
        var now = time.GetUtcNow();
        foreach (var data in events)
        {
            Add(stream, recorded, data, now);
        }

        return new Appended(recorded.Count, _all.Count);
    }

    private void Add(StreamId stream, List<RecordedEvent> recorded, EventData data, DateTimeOffset now)
    {
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
        _byId[data.Id] = added;
    }

    private static int Copy(List<RecordedEvent> from, long start, Span<RecordedEvent> buffer)
    {
        if (start >= from.Count)
        {
            return 0;
        }

        var count = Math.Min(buffer.Length, from.Count - (int)start);
        System.Runtime.InteropServices.CollectionsMarshal.AsSpan(from).Slice((int)start, count).CopyTo(buffer);
        return count;
    }

    private void ThrowIfClosed()
    {
        if (_closed)
        {
            throw new StoreUnavailableException("The store was closed. Open it again to go on.");
        }
    }
}
