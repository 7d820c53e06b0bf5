namespace EventSourcingBench.Stores.Etcd;

/// <summary>Events that wait to be appended, and whom to tell.</summary>
internal abstract class WriteRequest(EncodedEvent[] events)
{
    /// <summary>The events.</summary>
    public ReadOnlySpan<EncodedEvent> Events => events;

    /// <summary>How many streams they are for.</summary>
    public abstract int Streams { get; }

    /// <summary>The size of the events.</summary>
    public int Bytes { get; } = events.Sum(e => e.Bytes.Length);

    /// <summary>Answers where all of the events are there already. True when there is nothing left to do.</summary>
    public abstract bool TryAnswer(LogState state);

    /// <summary>Whether its streams have the versions that it expects.</summary>
    public abstract bool IsAllowed(CommitBuilder commit);

    /// <summary>It was not allowed, and it is certain that nothing was appended meanwhile.</summary>
    public abstract void Refuse();

    /// <summary>It was not appended, or nobody knows.</summary>
    public abstract void Fail(Exception exception);
}
