namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>Events to append, and the caller that waits for the result.</summary>
internal abstract class WriteRequest(EncodedEvent[] events)
{
    /// <summary>The events.</summary>
    public ReadOnlySpan<EncodedEvent> Events => events;

    /// <summary>The number of streams.</summary>
    public abstract int Streams { get; }

    /// <summary>The size of the events.</summary>
    public int Bytes { get; } = events.Sum(e => e.Bytes.Length);

    /// <summary>Completes the request if all of its events already exist. Returns true when it is complete.</summary>
    public abstract bool TryAnswer(LogState state);

    /// <summary>Whether its streams have the expected versions.</summary>
    public abstract bool IsAllowed(CommitBuilder commit);

    /// <summary>Reports a version conflict. The server has confirmed the version.</summary>
    public abstract void Refuse();

    /// <summary>Reports a failure or an unknown outcome.</summary>
    public abstract void Fail(Exception exception);
}
