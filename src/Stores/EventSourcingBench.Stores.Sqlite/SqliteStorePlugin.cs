namespace EventSourcingBench.Stores.Sqlite;

public sealed class SqliteStorePlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new() { Name = "sqlite", Options = SqliteOptions.All, OpenAsync = Opening.Of(c => new SqliteStore(c)) },
        new() { Name = "agg-sqlite", Options = SqliteOptions.All, OpenAsync = Opening.Of(c => new SqliteStore(c)) },
        new() { Name = "dcb-sqlite", Options = SqliteOptions.All, OpenAsync = Opening.Of(c => new SqliteDcbStore(c)) },
    ];
}
