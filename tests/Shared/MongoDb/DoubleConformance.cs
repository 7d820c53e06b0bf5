namespace EventSourcingBench.Tests;

public sealed class DoubleAppends : AppendConformance<DoubleUnderTest>;

public sealed class DoubleRaces : RaceConformance<DoubleUnderTest>;

public sealed class DoubleRetries : IdempotencyConformance<DoubleUnderTest>;

public sealed class DoubleReads : ReadConformance<DoubleUnderTest>;

public sealed class DoubleSubscriptions : SubscriptionConformance<DoubleUnderTest>;

public sealed class DoubleProjections : ProjectionConformance<DoubleUnderTest>;

public sealed class DoubleBulks : BulkConformance<DoubleUnderTest>;

public sealed class DoubleLifetime : LifetimeConformance<DoubleUnderTest>;
