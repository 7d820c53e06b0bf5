namespace EventSourcingBench.Stores.MongoDb;

public sealed class MongoDbPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new()
        {
            Name = "mongodb",
            Options = [.. MongoDbOptions.Common, MongoDbOptions.StreamHeadsOption],
            OpenAsync = CommitStore.OpenAsync,
        },
    ];

    public IReadOnlyList<ServerKind> Servers { get; } = [MongoDbServer.Kind];
}
