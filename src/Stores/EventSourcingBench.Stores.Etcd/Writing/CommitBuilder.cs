namespace EventSourcingBench.Stores.Etcd.Writing;

internal sealed class CommitBuilder(LogState state)
{
    // Limits the size of a page. A larger event gets a separate part.
    private const int MostBytesInAPart = 64 << 10;

    private readonly OrderedDictionary<StreamId, List<EncodedEvent>> _byStream = [];
    private readonly HashSet<Guid> _ids = [];

    public bool IsEmpty => _ids.Count == 0;

    public int Bytes { get; private set; }

    public int Streams => _byStream.Count;

    /// <summary>The version of a stream including the collected events.</summary>
    public long VersionOf(StreamId stream) => state.VersionOf(stream) + (_byStream.TryGetValue(stream, out var events) ? events.Count : 0);

    public bool HasOneOf(EncodedEvent[] events) => Array.Exists(events, e => _ids.Contains(e.Id));

    public void Add(EncodedEvent[] events)
    {
        foreach (var each in events)
        {
            if (!_byStream.TryGetValue(each.Stream, out var own))
                _byStream.Add(each.Stream, own = []);

            own.Add(each);
            _ids.Add(each.Id);
            Bytes += each.Bytes.Length;
        }
    }

    public (Commit Commit, IReadOnlyList<PutRequest> Parts) Build(KeySpace keys, DateTimeOffset now)
    {
        var entries = new List<PartEntry>();
        var parts = new List<PutRequest>();
        var ids = new List<Guid>(_ids.Count);
        foreach (var (stream, own) in _byStream)
        {
            var version = state.VersionOf(stream);
            for (var events = CollectionsMarshal.AsSpan(own); !events.IsEmpty;)
            {
                var count = CountOfAPart(events);
                var value = Part.Write(state.Head + ids.Count + 1, version + 1, now, events[..count]);
                entries.Add(new PartEntry(stream, version + 1, count, value.Length));
                version += count;
                parts.Add(new() { Key = keys.Part(stream, version), Value = value });
                foreach (var each in events[..count])
                    ids.Add(each.Id);

                events = events[count..];
            }
        }

        return (new Commit(state.Head + 1, entries, ids), parts);
    }

    private static int CountOfAPart(ReadOnlySpan<EncodedEvent> events)
    {
        var (count, bytes) = (1, events[0].Bytes.Length);
        while (count < events.Length && (bytes += events[count].Bytes.Length) <= MostBytesInAPart)
            count++;

        return count;
    }
}
