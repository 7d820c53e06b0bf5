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
