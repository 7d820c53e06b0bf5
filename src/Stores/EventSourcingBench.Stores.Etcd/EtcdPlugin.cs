namespace EventSourcingBench.Stores.Etcd;

/// <summary>Offers the store <c>etcd</c>.</summary>
public sealed class EtcdPlugin : IStorePlugin
{
    internal const string GroupCommit = "etcd.groupCommit";

    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "etcd",
            Replicated = true,
            Options =
            [
                new StoreOption(
                    GroupCommit, StoreOptionKind.Switch, "on", "whether waiting appends of this process share a transaction, on or off"),
            ],
            OpenAsync = EtcdStore.OpenAsync,
        },
    ];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [EtcdServer.Kind];
}
