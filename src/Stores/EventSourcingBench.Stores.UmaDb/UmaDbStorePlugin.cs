namespace EventSourcingBench.Stores.UmaDb;

public sealed class UmaDbStorePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } = [new() { Name = "dcb-umadb", OpenAsync = UmaDbStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [UmaDbProcess.Kind];
}
