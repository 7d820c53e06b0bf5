namespace EventSourcingBench.Tests;

/// <summary>What a server says of itself.</summary>
public enum WireMode
{
    Primary,
    Standalone,
    Uninitiated,
    Secondary,
    Mongos,
}
