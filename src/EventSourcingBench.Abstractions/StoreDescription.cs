namespace EventSourcingBench.Abstractions;

/// <summary>What a store says of itself, as it is in force and not as it was asked for.</summary>
public sealed record StoreDescription
{
    /// <summary>Product and version of the server or the embedded engine (<c>PostgreSQL 15.18</c>).</summary>
    public required string ServerVersion { get; init; }

    /// <summary>Name and version of the client library (<c>Npgsql 10.0.0</c>).</summary>
    public required string ClientVersion { get; init; }

    /// <summary>What the settings in force amount to.</summary>
    public required DurabilityTier Durability { get; init; }

    /// <summary>Why it is that tier, in one sentence that names the settings.</summary>
    public required string DurabilityReason { get; init; }

    /// <summary>What the store promises of its reads; verification checks it under load. Default: linearizable.</summary>
    public ReadConsistency Reads { get; init; }

    /// <summary>How the store appends, subscribes and projects, in one or two sentences.</summary>
    public required string Mechanism { get; init; }

    /// <summary>The settings that bear on speed and durability.</summary>
    public IReadOnlyList<EffectiveSetting> Settings { get; init; } = [];
}

/// <param name="Name">Its name in the store's own words (<c>synchronous_commit</c>).</param>
/// <param name="FromServer">True when it was read from the server, false when the client sets it.</param>
public sealed record EffectiveSetting(string Name, string Value, bool FromServer = true)
{
    /// <summary>What to set instead and why, for figures of what the product can do; null (default) where the value is good.</summary>
    public string? Advice { get; init; }
}

/// <summary>What an acknowledgement is worth. Numbers of different tiers are never ranked together.</summary>
public enum DurabilityTier
{
    Volatile = 0, // Lost when the process ends.
    Buffered = 1, // May be lost on power loss or a crash of the operating system: written, not forced to disk.
    Fsync = 2, // Every acknowledged event was forced to disk. The default profile of every store.
    Replicated = 3, // Acknowledged by a majority of nodes.
}

public enum ReadConsistency
{
    Linearizable = 0, // A read shows all that was acknowledged before it began.
    Session = 1, // A reader sees its own writes, and never less than it has seen.
    Eventual = 2, // A read shows what is there sooner or later.
}
