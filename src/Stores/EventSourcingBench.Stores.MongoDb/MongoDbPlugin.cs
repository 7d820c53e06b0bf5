using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Offers <c>mongodb</c> (NEventStore) and <c>mongodb-native</c> (the driver alone).</summary>
public sealed class MongoDbPlugin : IStorePlugin
{
    private const string Server = "mongodb";

    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "mongodb",
            Summary = "MongoDB through NEventStore: a document a commit, change streams",
            Server = Server,
            Options = [.. MongoDbOptions.Common, MongoDbOptions.StreamHeadsOption],
            OpenAsync = CommitStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "mongodb-native",
            Summary = "MongoDB through its driver alone: a document an event, shared transactions, change streams",
            Server = Server,
            Options = [.. MongoDbOptions.Common, MongoDbOptions.MaxBatchOption],
            OpenAsync = NativeStore.OpenAsync,
        },
    ];
}
