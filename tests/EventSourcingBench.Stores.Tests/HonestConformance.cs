namespace EventSourcingBench.Stores.Tests;

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
