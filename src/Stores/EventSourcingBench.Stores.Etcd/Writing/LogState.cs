using System.Runtime.InteropServices;

namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>
/// The state after all known commits: stream versions and locations of event ids. It is current if no later commit exists,
/// which each transaction checks.
/// </summary>
internal sealed class LogState
{
    private readonly Dictionary<StreamId, StreamHead> _streams = [];
    private readonly Dictionary<Guid, KnownEvent> _byId = [];

    /// <summary>The position of the last event; 0 if there is none.</summary>
    public long Head { get; private set; }

    /// <summary>The version of a stream; 0 if it does not exist.</summary>
    public long VersionOf(StreamId stream) => _streams.TryGetValue(stream, out var head) ? head.Version : 0;

    /// <summary>The location of an event; null if it does not exist.</summary>
    public KnownEvent? Find(Guid id) => _byId.TryGetValue(id, out var known) ? known : null;

    /// <summary>Applies the commit after the last known one.</summary>
    /// <exception cref="InvalidDataException">The commit does not follow the last known one. The log has a gap.</exception>
    public void Apply(Commit commit)
    {
        if (commit.FirstPosition != Head + 1)
            throw new InvalidDataException($"The commit after position {Head} starts at position {commit.FirstPosition}.");

        var next = 0;
        foreach (var part in commit.Parts)
        {
            ref var head = ref CollectionsMarshal.GetValueRefOrAddDefault(_streams, part.Stream, out _);
            head ??= new StreamHead(part.Stream);
            for (var i = 0; i < part.Count; i++, next++)
                _byId[commit.Ids[next]] = new KnownEvent(head, part.FirstVersion + i, commit.FirstPosition + next);

            head.Version = part.LastVersion;
        }

        Head = commit.LastPosition;
    }
}

/// <summary>The location of an event.</summary>
internal readonly record struct KnownEvent(StreamHead Stream, long Version, long Position);

/// <summary>The current version of a stream.</summary>
internal sealed class StreamHead(StreamId stream)
{
    public StreamId Stream { get; } = stream;

    public long Version { get; set; }
}
