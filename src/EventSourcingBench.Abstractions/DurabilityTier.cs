namespace EventSourcingBench.Abstractions;

/// <summary>What an acknowledgement is worth. Numbers of different tiers are never ranked together.</summary>
public enum DurabilityTier
{
    /// <summary>Lost when the process ends.</summary>
    Volatile = 0,

    /// <summary>May be lost on power loss or a crash of the operating system: written, not forced to disk.</summary>
    Buffered = 1,

    /// <summary>Every acknowledged event was forced to disk. The default profile of every store.</summary>
    Fsync = 2,

    /// <summary>Acknowledged by a majority of nodes.</summary>
    Replicated = 3,
}
