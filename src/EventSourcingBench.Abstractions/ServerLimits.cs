namespace EventSourcingBench.Abstractions;

/// <summary>What a server that is started for a run may use of the machine.</summary>
public sealed record ServerLimits
{
    /// <summary>No limit at all.</summary>
    public static ServerLimits None { get; } = new();

    /// <summary>Processor time, in cores: 1.5 is one and a half; more than 0. Default: null, all of them.</summary>
    public double? Cpus { get; init; }

    /// <summary>Memory in bytes, page cache included; swap is not given besides. Default: null, all of it.</summary>
    public long? MemoryBytes { get; init; }

    /// <summary>True when nothing is limited.</summary>
    public bool AreNone => Cpus is null && MemoryBytes is null;
}
