namespace EventSourcingBench.Stores.PostgreSql;

public sealed class PostgresPlugin : IStorePlugin
{
    public IReadOnlyList<StoreDefinition> Stores { get; } =
    [
        Events("postgres", isReplicated: false),
        Events("postgres-replicated", isReplicated: true),
        Events("agg-postgres", isReplicated: false),
        Dcb("dcb-postgres-btree", BTreeDialect.Instance),
        Dcb("dcb-postgres-gin", GinDialect.Instance),
    ];

    public IReadOnlyList<ServerKind> Servers { get; } = [PostgresServer.Kind, ReplicatedPostgresServer.Kind];

    private static StoreDefinition Events(string name, bool isReplicated) => new()
    {
        Name = name,
        Replicated = isReplicated,
        Options = PostgresOptions.Declared,
        OpenAsync = (context, cancellationToken) => PostgresStore.OpenAsync(context, isReplicated, cancellationToken),
    };

    private static StoreDefinition Dcb(string name, DcbDialect dialect) => new()
    {
        Name = name,
        Options = PostgresOptions.DeclaredForDcb,
        OpenAsync = (context, cancellationToken) => DcbPostgresStore.OpenAsync(dialect, context, cancellationToken),
    };
}
