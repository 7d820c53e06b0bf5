namespace EventSourcingBench.Stores.Tests;

public abstract class OnPostgres(string name) : PluginUnderTest<PostgresPlugin>(name)
{
    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await PostgresTestServer.ConnectAsync(cancellationToken);
}

public sealed class PostgresUnderTest() : OnPostgres("postgres");
public sealed class AggPostgresUnderTest() : OnPostgres("agg-postgres");
public sealed class DcbBTreeUnderTest() : OnPostgres("dcb-postgres-btree");
public sealed class DcbGinUnderTest() : OnPostgres("dcb-postgres-gin");

/// <summary>A transaction for each append.</summary>
public sealed class PostgresAlone() : OnPostgres("postgres")
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string>(ProfileOptions.Of("postgres", "conventional")) { ["postgres.feedBatch"] = "7" };
}

/// <summary>Each read and each append by itself.</summary>
public sealed class DcbBTreeAlone() : OnPostgres("dcb-postgres-btree")
{
    public override IReadOnlyDictionary<string, string> Options { get; } = ProfileOptions.Of("dcb-postgres-btree", "conventional");
}

public sealed class PostgresAppends : AppendConformance<PostgresUnderTest>;
public sealed class PostgresRaces : RaceConformance<PostgresUnderTest>;
public sealed class PostgresRetries : IdempotencyConformance<PostgresUnderTest>;
public sealed class PostgresReads : ReadConformance<PostgresUnderTest>;
public sealed class PostgresSubscriptions : SubscriptionConformance<PostgresUnderTest>;
public sealed class PostgresProjections : ProjectionConformance<PostgresUnderTest>;
public sealed class PostgresLifetime : LifetimeConformance<PostgresUnderTest>;
public sealed class PostgresBulk : BulkConformance<PostgresUnderTest>;
public sealed class PostgresShared : SharedConformance<PostgresUnderTest>;
public sealed class PostgresAloneShared : SharedConformance<PostgresAlone>;
public sealed class PostgresAloneAppends : AppendConformance<PostgresAlone>;
public sealed class PostgresAloneRaces : RaceConformance<PostgresAlone>;
public sealed class PostgresAloneRetries : IdempotencyConformance<PostgresAlone>;
public sealed class PostgresAloneSubscriptions : SubscriptionConformance<PostgresAlone>;
public sealed class PostgresAloneProjections : ProjectionConformance<PostgresAlone>;
public sealed class AggPostgresMultiStreams : MultiStreamConformance<AggPostgresUnderTest>;
public sealed class PostgresAloneMultiStreams : MultiStreamConformance<PostgresAlone>;
public sealed class DcbBTreeReads : DcbReadConformance<DcbBTreeUnderTest>;
public sealed class DcbBTreeAppends : DcbAppendConformance<DcbBTreeUnderTest>;
public sealed class DcbBTreeSubscriptions : DcbSubscriptionConformance<DcbBTreeUnderTest>;
public sealed class DcbBTreeAloneAppends : DcbAppendConformance<DcbBTreeAlone>;
public sealed class DcbGinReads : DcbReadConformance<DcbGinUnderTest>;
public sealed class DcbGinAppends : DcbAppendConformance<DcbGinUnderTest>;
public sealed class DcbGinSubscriptions : DcbSubscriptionConformance<DcbGinUnderTest>;
