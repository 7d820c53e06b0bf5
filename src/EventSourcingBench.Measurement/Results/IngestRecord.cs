namespace EventSourcingBench.Measurement;

/// <summary>What a step of the suite <c>ingest</c> measured: trials that each append the same number of events to an empty store.</summary>
public sealed record IngestRecord
{
    /// <summary><c>embedded</c>: in the process of its client; <c>server</c>: a server of one node; <c>replicated</c>: several nodes.</summary>
    public required string ClusterType { get; init; }

    /// <summary>Whether the load reached the store through the API over HTTP; else by the store's client in the process of the load.</summary>
    public bool Remote { get; init; }

    /// <summary>How many nodes keep the events, 1 or more.</summary>
    public required int Nodes { get; init; }

    /// <summary>The name of the event's schema, and in the published column <c>event_type</c>.</summary>
    public required string EventType { get; init; }

    /// <summary>Mean bytes of an event's data.</summary>
    public required double EventBytes { get; init; }

    /// <summary><c>blocking</c>: a producer waits for room; <c>non-blocking</c>: it never waits.</summary>
    public required string BufferMode { get; init; }

    /// <summary>Bytes of event data at which the buffer is flushed.</summary>
    public required long BufferBytes { get; init; }

    /// <summary>How many events each trial offers.</summary>
    public required long Count { get; init; }

    /// <summary>The trials, in the order of running.</summary>
    public required IReadOnlyList<IngestTrial> Trials { get; init; }

    /// <summary>The death of a node in mid-ingest; null where none was asked for.</summary>
    public NodeDeathRecord? NodeDeath { get; init; }
}
