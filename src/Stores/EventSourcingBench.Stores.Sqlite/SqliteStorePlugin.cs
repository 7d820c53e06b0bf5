using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.Sqlite;

/// <summary>Offers <c>sqlite</c>.</summary>
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
    ];
}
