namespace EventSourcingBench.Stores.Etcd;

/// <summary>Offers the store <c>etcd</c>.</summary>
public sealed class EtcdPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "etcd",
            Replicated = true,
            Options = EtcdOptions.All,
            OpenAsync = EtcdStore.OpenAsync,
        },
    ];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [EtcdServer.Kind];
}
