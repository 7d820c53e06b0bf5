namespace EventSourcingBench.Stores.Sqlite;

public sealed class SqliteStorePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "sqlite", Options = SqliteOptions.All, OpenAsync = SqliteStore.OpenAsync },
        new() { Name = "agg-sqlite", Options = SqliteOptions.All, OpenAsync = SqliteStore.OpenAsync },
        new() { Name = "dcb-sqlite", Options = SqliteOptions.All, OpenAsync = SqliteDcbStore.OpenAsync },
    ];
}
