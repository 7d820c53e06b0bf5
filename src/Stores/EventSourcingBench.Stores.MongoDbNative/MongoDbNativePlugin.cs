namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Offers the store <c>mongodb-native</c>: MongoDB through its driver.</summary>
public sealed class MongoDbNativePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "mongodb-native",
            Options = [.. MongoDbOptions.Common, MongoDbOptions.MaxBatchOption],
            OpenAsync = NativeStore.OpenAsync,
        },
    ];

    public IReadOnlyList<ServerKind> Servers { get; } = [MongoDbServer.Kind];
}
