using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Offers <c>sqlite</c>, <c>agg-sqlite</c> and <c>dcb-sqlite</c>.</summary>
public sealed class SqliteStorePlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "sqlite",
            Summary = "SQLite in the process: WAL, synchronous=FULL, concurrent appends share a commit",
            Options = SqliteOptions.All,
            OpenAsync = SqliteStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "agg-sqlite",
            Summary = "Aggregates on the sqlite store: several streams in one transaction",
            Model = StoreModel.Aggregates,
            Options = SqliteOptions.All,
            OpenAsync = SqliteStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-sqlite",
            Summary = "DCB on SQLite in the process: a tag table with a covering index, the condition checked in the writer's transaction",
            Model = StoreModel.Dcb,
            Options = SqliteOptions.All,
            OpenAsync = SqliteDcbStore.OpenAsync,
        },
    ];
}
