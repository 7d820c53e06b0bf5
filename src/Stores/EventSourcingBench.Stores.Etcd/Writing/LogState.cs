namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>The stream versions and event ids after all known commits. Each transaction checks that no later commit exists.</summary>
internal sealed class LogState
{
    private readonly Dictionary<StreamId, (StreamId Stream, long Version)> _streams = [];
    private readonly Dictionary<Guid, KnownEvent> _byId = [];

    /// <summary>The position of the last event; 0 if there is none.</summary>
    public long Head { get; private set; }

    public long VersionOf(StreamId stream) => _streams.GetValueOrDefault(stream).Version;

    public KnownEvent? Find(Guid id) => _byId.TryGetValue(id, out var known) ? known : null;

    public void Apply(Commit commit)
    {
        if (commit.FirstPosition != Head + 1)
            throw new InvalidDataException($"The commit after position {Head} starts at position {commit.FirstPosition}.");

        var next = 0;
        foreach (var part in commit.Parts)
        {
            ref var head = ref CollectionsMarshal.GetValueRefOrAddDefault(_streams, part.Stream, out var exists);
            // All events of a stream share the memory of one name.
            head = (exists ? head.Stream : part.Stream, part.LastVersion);
            for (var i = 0; i < part.Count; i++, next++)
                _byId[commit.Ids[next]] = new KnownEvent(head.Stream, part.FirstVersion + i, commit.FirstPosition + next);
        }

        Head = commit.LastPosition;
    }
}

internal readonly record struct KnownEvent(StreamId Stream, long Version, long Position);
