namespace EventSourcingBench.Stores.MongoDb;

public sealed class MongoDbPlugin : IStorePlugin
{
    private static readonly StoreOption[] Options = [.. MongoDbOptions.Common, MongoDbOptions.StreamHeadsOption];

    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = "mongodb", Options = Options, OpenAsync = CommitStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [MongoDbServer.Kind];
}
