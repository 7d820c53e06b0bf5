namespace EventSourcingBench.Stores.Faulty;

/// <summary>Offers stores that are wrong in a known way, and honest ones beside them.</summary>
public sealed class FaultyStorePlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } = [.. Lies.All.Select(lie => lie.Define())];
}
