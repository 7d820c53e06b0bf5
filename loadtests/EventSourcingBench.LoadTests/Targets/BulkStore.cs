namespace EventSourcingBench.LoadTests.Targets;

/// <summary>What bulk appends need of a store, whether it is in this process or behind the API.</summary>
/// <param name="Bulk">Takes many events at once.</param>
/// <param name="Events">Reads streams.</param>
/// <param name="KnowsRepeats">Whether a repeat with the same ids appends nothing.</param>
internal sealed record BulkStore(IBulkWriter Bulk, IEventReader Events, bool KnowsRepeats)
{
    /// <summary>A store that has bulk appends and streams; null for another one.</summary>
    public static BulkStore? Of(IStore store) => store is { Bulk: { } bulk, Events: { } events }
        ? new BulkStore(bulk, events, store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
        : null;

    /// <summary>Why a store takes no bulk appends, or null.</summary>
    public static Unavailable? Obstacle(IStoreUnderTest store) => store.BulkTarget is { BulkStore: null }
        ? new Unavailable(
            "It has no bulk append (many events of many streams by one call), or no streams to read back.",
            "Take another store for this suite.")
        : null;
}

/// <summary>A store under test that takes bulk appends, with its server.</summary>
internal interface IBulkTarget
{
    /// <summary>The store as the last reset has opened it; null where it lacks bulk appends or streams.</summary>
    BulkStore? BulkStore { get; }

    /// <summary>Its server; null for an embedded store.</summary>
    ProvisionedServer? Server { get; }

    bool IsRemote { get; }

    /// <summary>The server is not what it was: the next reset takes a new one.</summary>
    void SpoilServer();
}
