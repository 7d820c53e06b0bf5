namespace EventSourcingBench.Stores.Faulty;

/// <summary>Every store of the plug-in.</summary>
public static class Lies
{
    /// <summary>The table: those that quote secrets, the lies by what they break, then those that are honest.</summary>
    public static IReadOnlyList<Lie> All { get; } =
    [
        .. QuotingStores.All,
        .. PresenceLies.All,
        .. ContentLies.All,
        .. PlacementLies.All,
        .. RealTimeLies.All,
        .. ConflictLies.All,
        .. ReadLies.All,
        .. SubscriptionLies.All,
        .. ProjectionLies.All,
        .. AggregateLies.All,
        .. DcbLies.All,
        .. RecoveryLies.All,
        .. HonestStores.All,
    ];
}
