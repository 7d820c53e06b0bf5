using System.Runtime.InteropServices;

namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>Collects the events of a transaction by stream.</summary>
internal sealed class CommitBuilder(LogState state)
{
    // Limits the size of a page. A larger event gets a separate part.
    private const int MostBytesInAPart = 64 << 10;

    private readonly Dictionary<StreamId, List<EncodedEvent>> _byStream = [];
    private readonly List<StreamId> _order = [];
    private readonly HashSet<Guid> _ids = [];

    public bool IsEmpty => _ids.Count == 0;

    public int Bytes { get; private set; }

    public int Streams => _order.Count;

    /// <summary>The version of a stream including the collected events.</summary>
    public long VersionOf(StreamId stream) => state.VersionOf(stream) + (_byStream.TryGetValue(stream, out var events) ? events.Count : 0);

    public bool HasOneOf(ReadOnlySpan<EncodedEvent> events)
    {
        var found = false;
        foreach (var each in events)
            found |= _ids.Contains(each.Id);

        return found;
    }

    /// <summary>Adds events to the ends of their streams.</summary>
    public void Add(ReadOnlySpan<EncodedEvent> events)
    {
        foreach (var each in events)
        {
            ref var own = ref CollectionsMarshal.GetValueRefOrAddDefault(_byStream, each.Stream, out var exists);
            if (!exists)
            {
                own = [];
                _order.Add(each.Stream);
            }

            own!.Add(each);
            _ids.Add(each.Id);
            Bytes += each.Bytes.Length;
        }
    }

    /// <summary>The commit, and its parts with their keys.</summary>
    public (Commit Commit, IReadOnlyList<(byte[] Key, ReadOnlyMemory<byte> Value)> Parts) Build(KeySpace keys, DateTimeOffset now)
    {
        var entries = new List<PartEntry>();
        var parts = new List<(byte[] Key, ReadOnlyMemory<byte> Value)>();
        var ids = new List<Guid>(_ids.Count);
        foreach (var stream in _order)
        {
            var version = state.VersionOf(stream);
            foreach (var events in Split(_byStream[stream]))
            {
                var value = Part.Write(state.Head + ids.Count + 1, version + 1, now, events);
                entries.Add(new PartEntry(stream, version + 1, events.Count, value.Length));
                version += events.Count;
                parts.Add((keys.Part(stream, version), value));
                ids.AddRange(events.Select(e => e.Id));
            }
        }

        return (new Commit(state.Head + 1, entries, ids), parts);
    }

    private static IEnumerable<List<EncodedEvent>> Split(List<EncodedEvent> events)
    {
        var start = 0;
        var bytes = 0;
        for (var i = 0; i < events.Count; i++)
        {
            var length = events[i].Bytes.Length;
            if (i > start && bytes + length > MostBytesInAPart)
            {
                yield return events.GetRange(start, i - start);
                (start, bytes) = (i, 0);
            }

            bytes += length;
        }

        yield return start == 0 ? events : events.GetRange(start, events.Count - start);
    }
}
