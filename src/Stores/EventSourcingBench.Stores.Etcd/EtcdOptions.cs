using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Etcd;

/// <summary>The options of the store.</summary>
internal static class EtcdOptions
{
    public const string GroupCommit = "etcd.groupCommit";

    public static IReadOnlyList<StoreOption> All { get; } =
    [
        new StoreOption(GroupCommit, StoreOptionKind.Switch, "on", "whether appends of this process that wait share a transaction, on or off"),
    ];
}
