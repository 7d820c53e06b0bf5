namespace EventSourcingBench.Stores.Etcd;

public sealed class EtcdPlugin : IStorePlugin
{
    internal const string GroupCommit = "etcd.groupCommit";

    private static readonly StoreOption GroupCommitOption = new(
        GroupCommit, StoreOptionKind.Switch, "on", "whether waiting appends of this process share a transaction, on or off");

    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = "etcd", Replicated = true, Options = [GroupCommitOption], OpenAsync = EtcdStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [EtcdServer.Kind];
}
