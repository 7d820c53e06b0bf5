using EventSourcingBench.Abstractions;

namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Offers the stores on PostgreSQL through Npgsql alone.</summary>
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
        new StoreDefinition
        {
            Name = "postgres-replicated",
            Summary = "the store postgres on a primary and its standbys: a majority has an event on disk before it is acknowledged",
            Server = "postgres-replicated",
            Replicated = true,
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenReplicatedAsync,
        },
        new StoreDefinition
        {
            Name = "agg-postgres",
            Summary = "the store postgres, used for aggregates: several streams in one transaction",
            Server = "postgres",
            Model = StoreModel.Aggregates,
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-postgres-btree",
            Summary = "DCB on PostgreSQL: a table of tags with covering B+tree indexes, one function for condition and insert",
            Server = "postgres",
            Model = StoreModel.Dcb,
            Options = DcbOptions.Declared,
            OpenAsync = (context, cancellationToken) => DcbPostgresStore.OpenAsync(new BTreeDialect(), context, cancellationToken),
        },
        new StoreDefinition
        {
            Name = "dcb-postgres-gin",
            Summary = "DCB on PostgreSQL as first published: types and tags in a tsvector with a GIN index",
            Server = "postgres",
            Model = StoreModel.Dcb,
            Options = DcbOptions.Declared,
            OpenAsync = (context, cancellationToken) => DcbPostgresStore.OpenAsync(new GinDialect(), context, cancellationToken),
        },
    ];
}
