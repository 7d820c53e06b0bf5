namespace EventSourcingBench.Stores.Tests;

public sealed class MemoryUnderTest() : PluginUnderTest<MemoryStorePlugin>("memory");
public sealed class MemoryAppends : AppendConformance<MemoryUnderTest>;
public sealed class MemoryRaces : RaceConformance<MemoryUnderTest>;
public sealed class MemoryRetries : IdempotencyConformance<MemoryUnderTest>;
public sealed class MemoryReads : ReadConformance<MemoryUnderTest>;
public sealed class MemorySubscriptions : SubscriptionConformance<MemoryUnderTest>;
public sealed class MemoryProjections : ProjectionConformance<MemoryUnderTest>;
public sealed class MemoryLifetime : LifetimeConformance<MemoryUnderTest>;
public sealed class MemoryBulk : BulkConformance<MemoryUnderTest>;

public sealed class MemoryDcbUnderTest() : PluginUnderTest<MemoryStorePlugin>("dcb-memory");
public sealed class MemoryDcbReads : DcbReadConformance<MemoryDcbUnderTest>;
public sealed class MemoryDcbAppends : DcbAppendConformance<MemoryDcbUnderTest>;
public sealed class MemoryDcbSubscriptions : DcbSubscriptionConformance<MemoryDcbUnderTest>;

public sealed class SqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("sqlite");
public sealed class SqliteAppends : AppendConformance<SqliteUnderTest>;
public sealed class SqliteRaces : RaceConformance<SqliteUnderTest>;
public sealed class SqliteRetries : IdempotencyConformance<SqliteUnderTest>;
public sealed class SqliteReads : ReadConformance<SqliteUnderTest>;
public sealed class SqliteSubscriptions : SubscriptionConformance<SqliteUnderTest>;
public sealed class SqliteProjections : ProjectionConformance<SqliteUnderTest>;
public sealed class SqliteLifetime : LifetimeConformance<SqliteUnderTest>;
public sealed class SqliteBulk : BulkConformance<SqliteUnderTest>;
public sealed class SqliteAlone() : PluginUnderTest<SqliteStorePlugin>("sqlite")
{
    public override IReadOnlyDictionary<string, string> Options { get; } = ProfileOptions.Of("sqlite", "conventional");
}

public sealed class SqliteAloneAppends : AppendConformance<SqliteAlone>;
public sealed class SqliteAloneRaces : RaceConformance<SqliteAlone>;
public sealed class SqliteMultiStream : MultiStreamConformance<SqliteUnderTest>;

public sealed class AggregatesSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("agg-sqlite");
public sealed class AggregatesSqliteMultiStream : MultiStreamConformance<AggregatesSqliteUnderTest>;

public sealed class DcbSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("dcb-sqlite");
public sealed class DcbSqliteReads : DcbReadConformance<DcbSqliteUnderTest>;
public sealed class DcbSqliteAppends : DcbAppendConformance<DcbSqliteUnderTest>;
public sealed class DcbSqliteSubscriptions : DcbSubscriptionConformance<DcbSqliteUnderTest>;

// The stores beside the lying ones, built by the same parts: a false alarm of the verifier must not be theirs.
public sealed class HonestAggregatesUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-aggregates");
public sealed class HonestPersistentUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-persistent");
public sealed class HonestDcbUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-dcb");
public sealed class HonestAppends : AppendConformance<HonestAggregatesUnderTest>;
public sealed class HonestRaces : RaceConformance<HonestAggregatesUnderTest>;
public sealed class HonestRetries : IdempotencyConformance<HonestAggregatesUnderTest>;
public sealed class HonestReads : ReadConformance<HonestAggregatesUnderTest>;
public sealed class HonestSubscriptions : SubscriptionConformance<HonestAggregatesUnderTest>;
public sealed class HonestProjections : ProjectionConformance<HonestAggregatesUnderTest>;
public sealed class HonestBulk : BulkConformance<HonestAggregatesUnderTest>;
public sealed class HonestMultiStream : MultiStreamConformance<HonestAggregatesUnderTest>;
public sealed class HonestLifetime : LifetimeConformance<HonestAggregatesUnderTest>;
public sealed class HonestPersistentAppends : AppendConformance<HonestPersistentUnderTest>;
public sealed class HonestPersistentRetries : IdempotencyConformance<HonestPersistentUnderTest>;
public sealed class HonestPersistentProjections : ProjectionConformance<HonestPersistentUnderTest>;
public sealed class HonestPersistentLifetime : LifetimeConformance<HonestPersistentUnderTest>;
public sealed class HonestDcbReads : DcbReadConformance<HonestDcbUnderTest>;
public sealed class HonestDcbAppends : DcbAppendConformance<HonestDcbUnderTest>;
public sealed class HonestDcbSubscriptions : DcbSubscriptionConformance<HonestDcbUnderTest>;
