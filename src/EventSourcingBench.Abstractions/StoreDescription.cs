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
