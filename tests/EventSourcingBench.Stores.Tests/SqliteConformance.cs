namespace EventSourcingBench.Stores.Tests;

public sealed class SqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("sqlite");

public sealed class SqliteAppends : AppendConformance<SqliteUnderTest>;
public sealed class SqliteRaces : RaceConformance<SqliteUnderTest>;
public sealed class SqliteRetries : IdempotencyConformance<SqliteUnderTest>;
public sealed class SqliteReads : ReadConformance<SqliteUnderTest>;
public sealed class SqliteSubscriptions : SubscriptionConformance<SqliteUnderTest>;
public sealed class SqliteProjections : ProjectionConformance<SqliteUnderTest>;
public sealed class SqliteLifetime : LifetimeConformance<SqliteUnderTest>;
public sealed class SqliteBulk : BulkConformance<SqliteUnderTest>;
public sealed class SqliteMultiStream : MultiStreamConformance<SqliteUnderTest>;

public sealed class AggregatesSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("agg-sqlite");

public sealed class AggregatesSqliteMultiStream : MultiStreamConformance<AggregatesSqliteUnderTest>;

public sealed class DcbSqliteUnderTest() : PluginUnderTest<SqliteStorePlugin>("dcb-sqlite");

public sealed class DcbSqliteReads : DcbReadConformance<DcbSqliteUnderTest>;
public sealed class DcbSqliteAppends : DcbAppendConformance<DcbSqliteUnderTest>;
public sealed class DcbSqliteSubscriptions : DcbSubscriptionConformance<DcbSqliteUnderTest>;
