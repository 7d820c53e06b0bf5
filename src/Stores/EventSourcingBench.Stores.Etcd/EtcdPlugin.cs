using EventSourcingBench.Abstractions;

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
            Summary = "etcd, whose nodes agree by Raft: a log of commits in its key-value store, over its JSON gateway",
            Server = "etcd",
            Replicated = true,
            Options = EtcdOptions.All,
            OpenAsync = EtcdStore.OpenAsync,
        },
    ];
}
