namespace EventSourcingBench.Stores.Shared;

/// <summary>Offers the store <c>eventstoredb</c> or <c>kurrentdb</c>.</summary>
public sealed class LogPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
        [new() { Name = Dialect.Store, Options = LogOptions.All, OpenAsync = LogStore.OpenAsync }];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [LogServer.Kind];
}
