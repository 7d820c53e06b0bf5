namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Offers the store <c>mongodb</c>: MongoDB through NEventStore.</summary>
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
