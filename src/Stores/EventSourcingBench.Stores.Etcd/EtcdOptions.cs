namespace EventSourcingBench.Stores.Etcd;

/// <summary>The options of the store.</summary>
internal static class EtcdOptions
{
    public const string GroupCommit = "etcd.groupCommit";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(GroupCommit, StoreOptionKind.Switch, "on", "whether waiting appends of this process share a transaction, "
            + "on or off"),
    ];
}
