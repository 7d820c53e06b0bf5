namespace EventSourcingBench.Stores.PostgreSql;

/// <summary>Offers the stores on PostgreSQL through Npgsql.</summary>
public sealed class PostgresPlugin : IStorePlugin
{
    /// <inheritdoc />
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        new StoreDefinition
        {
            Name = "postgres",
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "postgres-replicated",
            Replicated = true,
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenReplicatedAsync,
        },
        new StoreDefinition
        {
            Name = "agg-postgres",
            Options = PostgresOptions.Declared,
            OpenAsync = PostgresStore.OpenAsync,
        },
        new StoreDefinition
        {
            Name = "dcb-postgres-btree",
            Options = DcbOptions.Declared,
            OpenAsync = (context, cancellationToken) => DcbPostgresStore.OpenAsync(new BTreeDialect(), context, cancellationToken),
        },
        new StoreDefinition
        {
            Name = "dcb-postgres-gin",
            Options = DcbOptions.Declared,
            OpenAsync = (context, cancellationToken) => DcbPostgresStore.OpenAsync(new GinDialect(), context, cancellationToken),
        },
    ];

    /// <inheritdoc />
    public IReadOnlyList<ServerKind> Servers { get; } = [PostgresServer.Kind, ReplicatedPostgresServer.Kind];
}
