namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Offers <c>sqlite</c>, <c>agg-sqlite</c> and <c>dcb-sqlite</c>.</summary>
public sealed class SqliteStorePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "sqlite", Options = SqliteOptions.All, OpenAsync = SqliteStore.OpenAsync },
        new() { Name = "agg-sqlite", Options = SqliteOptions.All, OpenAsync = SqliteStore.OpenAsync },
        new() { Name = "dcb-sqlite", Options = SqliteOptions.All, OpenAsync = SqliteDcbStore.OpenAsync },
    ];
}
