namespace EventSourcingBench.Stores.Tests;

public sealed class MemoryUnderTest() : PluginUnderTest<MemoryStorePlugin>("memory");
public sealed class MemoryStreams : StreamConformance<MemoryUnderTest>;
public sealed class MemorySubscriptions : SubscriptionConformance<MemoryUnderTest>;
public sealed class MemoryProjections : ProjectionConformance<MemoryUnderTest>;
public sealed class MemoryLifetime : LifetimeConformance<MemoryUnderTest>;
public sealed class MemoryBulk : BulkConformance<MemoryUnderTest>;

public sealed class MemoryDcbUnderTest() : PluginUnderTest<MemoryStorePlugin>("dcb-memory");
public sealed class MemoryBoundaries : DcbConformance<MemoryDcbUnderTest>;

public sealed class SqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("sqlite");
public sealed class SqliteStreams : StreamConformance<SqliteUnderTest>;
public sealed class SqliteSubscriptions : SubscriptionConformance<SqliteUnderTest>;
public sealed class SqliteProjections : ProjectionConformance<SqliteUnderTest>;
public sealed class SqliteLifetime : LifetimeConformance<SqliteUnderTest>;
public sealed class SqliteBulk : BulkConformance<SqliteUnderTest>;
public sealed class SqliteAlone() : PluginUnderTest<SqliteStorePlugin>("sqlite", ProfileOptions.Of("sqlite", "conventional"));
public sealed class SqliteAloneStreams : StreamConformance<SqliteAlone>;

public sealed class AggregatesSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("agg-sqlite");
public sealed class AggregatesSqliteMultiStream : MultiStreamConformance<AggregatesSqliteUnderTest>;

public sealed class DcbSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("dcb-sqlite");
public sealed class DcbSqliteBoundaries : DcbConformance<DcbSqliteUnderTest>;

// The stores beside the lying ones, built by the same parts: a false alarm of the verifier must not be theirs.
public sealed class HonestAggregatesUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-aggregates");
public sealed class HonestPersistentUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-persistent");
public sealed class HonestDcbUnderTest() : PluginUnderTest<FaultyStorePlugin>("honest-dcb");
public sealed class HonestStreams : StreamConformance<HonestAggregatesUnderTest>;
public sealed class HonestSubscriptions : SubscriptionConformance<HonestAggregatesUnderTest>;
public sealed class HonestProjections : ProjectionConformance<HonestAggregatesUnderTest>;
public sealed class HonestBulk : BulkConformance<HonestAggregatesUnderTest>;
public sealed class HonestMultiStream : MultiStreamConformance<HonestAggregatesUnderTest>;
public sealed class HonestLifetime : LifetimeConformance<HonestAggregatesUnderTest>;
public sealed class HonestPersistentStreams : StreamConformance<HonestPersistentUnderTest>;
public sealed class HonestPersistentProjections : ProjectionConformance<HonestPersistentUnderTest>;
public sealed class HonestPersistentLifetime : LifetimeConformance<HonestPersistentUnderTest>;
public sealed class HonestBoundaries : DcbConformance<HonestDcbUnderTest>;
