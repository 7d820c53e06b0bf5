namespace EventSourcingBench.Stores.Faulty;

/// <summary>Offers stores that are wrong in a known way, and honest ones beside them. What each does is in <c>plugin.json</c>.</summary>
public sealed class FaultyStorePlugin : IStorePlugin
{
    /// <summary>Every store: the lies by what they break, then the others.</summary>
    public static IReadOnlyList<Lie> All { get; } =
    [
        .. PresenceLies.All, .. ContentLies.All, .. PlacementLies.All, .. ConflictLies.All, .. ReadLies.All, .. SubscriptionLies.All,
        .. ProjectionLies.All, .. DcbLies.All, .. RecoveryLies.All, .. HonestStores.All,
    ];

    public IReadOnlyList<StoreDefinition> Stores { get; } = [.. All.Select(lie => lie.Define())];
}
