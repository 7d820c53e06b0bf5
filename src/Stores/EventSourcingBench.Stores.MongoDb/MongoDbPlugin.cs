using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.MongoDb;

/// <summary>Offers the store <c>mongodb</c>: MongoDB through NEventStore.</summary>
public sealed class MongoDbPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "mongodb",
            Summary = "MongoDB through NEventStore: a document a commit, change streams",
            Server = "mongodb",
            Options = [.. MongoDbOptions.Common, MongoDbOptions.StreamHeadsOption],
            OpenAsync = CommitStore.OpenAsync,
        },
    ];
}
