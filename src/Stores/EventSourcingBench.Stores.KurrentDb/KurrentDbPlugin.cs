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
            Options = LogOptions.All,
            OpenAsync = LogStore.OpenAsync,
        },
    ];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [LogServer.Kind];
}
