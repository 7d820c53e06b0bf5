namespace EventSourcingBench.Stores.MongoDbNative;

public sealed class MongoDbNativePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new()
        {
            Name = "mongodb-native",
            Options = [.. MongoDbOptions.Common, MongoDbOptions.MaxBatchOption],
            OpenAsync = NativeStore.OpenAsync,
        },
    ];

    public IReadOnlyList<ServerKind> Servers { get; } = [MongoDbServer.Kind];
}
