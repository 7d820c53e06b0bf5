using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Marten;

/// <summary>Offers the store <c>marten</c>.</summary>
public sealed class MartenPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "marten",
            Summary = "Marten on PostgreSQL: its event store, its async daemon, its event projections",
            Server = "postgres",
            Options = MartenOptions.Declared,
            OpenAsync = MartenStore.OpenAsync,
        },
    ];
}
