using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.MongoDbNative;

/// <summary>Offers the store <c>mongodb-native</c>: MongoDB's driver alone.</summary>
public sealed class MongoDbNativePlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "mongodb-native",
            Summary = "MongoDB through its driver alone: a document an event, shared transactions, change streams",
            Server = "mongodb",
            Options = [.. MongoDbOptions.Common, MongoDbOptions.MaxBatchOption],
            OpenAsync = NativeStore.OpenAsync,
        },
    ];
}
