using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Offers the store <c>postgres</c>.</summary>
public sealed class PostgresPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "postgres",
            Summary = "PostgreSQL through Npgsql alone: one events table, shared commits, LISTEN/NOTIFY",
            Server = "postgres",
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenAsync,
        },
    ];
}
