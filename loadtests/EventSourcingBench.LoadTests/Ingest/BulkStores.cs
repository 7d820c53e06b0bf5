using EventSourcingBench.Abstractions;

namespace EventSourcingBench.LoadTests;

/// <summary>Which stores can be poured into.</summary>
internal static class BulkStores
{
    /// <summary>Why a store cannot be, or null.</summary>
    public static Unavailable? Obstacle(IStoreUnderTest store) => store.Pour is { Poured: null }
        ? new Unavailable("It has no bulk append (many events of many streams by one call), or no streams to read back what was poured in.", "Take another store for this suite.")
        : null;
}
