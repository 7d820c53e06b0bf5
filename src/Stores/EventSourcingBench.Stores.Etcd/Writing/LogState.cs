using System.Runtime.InteropServices;
using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>
/// What all commits up to the last known one amount to: the versions of the streams and the places of the ids. It is right
/// for the moment at which no later commit is there, which is what each transaction compares.
/// </summary>
internal sealed class LogState
{
    private readonly Dictionary<StreamId, StreamHead> _streams = [];
    private readonly Dictionary<Guid, KnownEvent> _byId = [];

    /// <summary>The position of the last event; 0 where there is none.</summary>
    public long Head { get; private set; }

    /// <summary>The version of a stream; 0 where it does not exist.</summary>
    public long VersionOf(StreamId stream) => _streams.TryGetValue(stream, out var head) ? head.Version : 0;

    /// <summary>Where an event is; null where it is not there.</summary>
    public KnownEvent? Find(Guid id) => _byId.TryGetValue(id, out var known) ? known : null;

    /// <summary>Takes in the commit behind the last known one.</summary>
    /// <exception cref="InvalidDataException">It is another one: the log has a gap, which no writer of this store leaves.</exception>
    public void Apply(Commit commit)
    {
        if (commit.FirstPosition != Head + 1)
        {
            throw new InvalidDataException($"The commit behind position {Head} begins with position {commit.FirstPosition}.");
        }

        var next = 0;
        foreach (var part in commit.Parts)
        {
            ref var head = ref CollectionsMarshal.GetValueRefOrAddDefault(_streams, part.Stream, out _);
            head ??= new StreamHead(part.Stream);
            for (var i = 0; i < part.Count; i++, next++)
            {
                _byId[commit.Ids[next]] = new KnownEvent(head, part.FirstVersion + i, commit.FirstPosition + next);
            }

            head.Version = part.LastVersion;
        }

        Head = commit.LastPosition;
    }
}
