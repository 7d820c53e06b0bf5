namespace EventSourcingBench.Stores.MongoDbNative;

public sealed class MongoDbNativePlugin : IStorePlugin
{
    private static readonly StoreOption[] Options = [.. MongoDbOptions.Common, MongoDbOptions.MaxBatchOption];

    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = "mongodb-native", Options = Options, OpenAsync = NativeStore.OpenAsync }];

    public IReadOnlyList<ServerKind> Servers { get; } = [MongoDbServer.Kind];
}
