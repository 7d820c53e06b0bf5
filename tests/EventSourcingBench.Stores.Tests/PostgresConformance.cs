namespace EventSourcingBench.Stores.Tests;

public abstract class OnPostgres(string name, params (string Key, string Value)[] options)
    : PluginUnderTest<PostgresPlugin>(name, options)
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await PostgresTestServer.ConnectAsync(cancellationToken);
}

public sealed class PostgresUnderTest() : OnPostgres("postgres");
public sealed class AggPostgresUnderTest() : OnPostgres("agg-postgres");
public sealed class DcbBTreeUnderTest() : OnPostgres("dcb-postgres-btree");
public sealed class DcbGinUnderTest() : OnPostgres("dcb-postgres-gin");

/// <summary>A transaction for each append.</summary>
public sealed class PostgresAlone()
    : OnPostgres("postgres", [.. ProfileOptions.Of("postgres", "conventional"), ("postgres.feedBatch", "7")]);

/// <summary>Each read and each append by itself.</summary>
public sealed class DcbBTreeAlone() : OnPostgres("dcb-postgres-btree", ProfileOptions.Of("dcb-postgres-btree", "conventional"));

public sealed class PostgresStreams : StreamConformance<PostgresUnderTest>;
public sealed class PostgresSubscriptions : SubscriptionConformance<PostgresUnderTest>;
public sealed class PostgresProjections : ProjectionConformance<PostgresUnderTest>;
[Nightly]
public sealed class PostgresLifetime : LifetimeConformance<PostgresUnderTest>;
public sealed class PostgresBulk : BulkConformance<PostgresUnderTest>;
public sealed class PostgresShared : SharedConformance<PostgresUnderTest>;
[Nightly]
public sealed class PostgresAloneShared : SharedConformance<PostgresAlone>;
[Nightly]
public sealed class PostgresAloneStreams : StreamConformance<PostgresAlone>;
[Nightly]
public sealed class PostgresAloneSubscriptions : SubscriptionConformance<PostgresAlone>;
[Nightly]
public sealed class PostgresAloneProjections : ProjectionConformance<PostgresAlone>;
public sealed class AggPostgresMultiStreams : MultiStreamConformance<AggPostgresUnderTest>;
[Nightly]
public sealed class PostgresAloneMultiStreams : MultiStreamConformance<PostgresAlone>;
public sealed class DcbBTreeBoundaries : DcbConformance<DcbBTreeUnderTest>;
[Nightly]
public sealed class DcbBTreeAloneBoundaries : DcbConformance<DcbBTreeAlone>;
[Nightly]
public sealed class DcbGinBoundaries : DcbConformance<DcbGinUnderTest>;
