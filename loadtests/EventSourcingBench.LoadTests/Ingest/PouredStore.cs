using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>What pouring in and holding to it needs of a store, whether it is in this process or behind the API.</summary>
/// <param name="Bulk">Takes many events at once.</param>
/// <param name="Events">Reads streams.</param>
/// <param name="Subscription">Delivers all events; null where the store has none.</param>
/// <param name="KnowsRepeats">Whether a repeat with the same ids appends nothing.</param>
internal sealed record PouredStore(IBulkWriter Bulk, IEventReader Events, ICatchUpSubscription? Subscription, bool KnowsRepeats)
{
    /// <summary>A store that has bulk appends and streams; null for another one.</summary>
    public static PouredStore? Of(IStore store) => store is { Bulk: { } bulk, Events: { } events }
        ? new PouredStore(bulk, events, store.Subscription, store.Capabilities.HasFlag(StoreCapabilities.IdempotentAppend))
        : null;
}
