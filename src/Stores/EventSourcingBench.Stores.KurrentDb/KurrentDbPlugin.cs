using EventSourcingBench.Abstractions;
using EventSourcingBench.Stores.Shared;

namespace EventSourcingBench.Stores.KurrentDb;

/// <summary>Offers the store <c>kurrentdb</c>.</summary>
public sealed class KurrentDbPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = Dialect.Store,
            Summary = "KurrentDB through its gRPC client: expected revisions, filtered catch-up subscription to $all",
            Server = "kurrentdb",
            Options = LogOptions.All,
            OpenAsync = LogStore.OpenAsync,
        },
    ];
}
