namespace EventSourcingBench.Stores.EventStoreDb;

/// <summary>Offers the store <c>eventstoredb</c>.</summary>
public sealed class EventStoreDbPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = Dialect.Store,
            Options = LogOptions.All,
            OpenAsync = LogStore.OpenAsync,
        },
    ];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [LogServer.Kind];
}
