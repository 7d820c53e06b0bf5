namespace EventSourcingBench.Stores.MongoDb.Tests;

public sealed class CommitsAppends : AppendConformance<CommitsUnderTest>;

public sealed class CommitsRaces : RaceConformance<CommitsUnderTest>;

public sealed class CommitsRetries : IdempotencyConformance<CommitsUnderTest>;

public sealed class CommitsReads : ReadConformance<CommitsUnderTest>;

public sealed class CommitsSubscriptions : SubscriptionConformance<CommitsUnderTest>;

public sealed class CommitsProjections : ProjectionConformance<CommitsUnderTest>;

public sealed class CommitsBulks : BulkConformance<CommitsUnderTest>;

public sealed class CommitsLifetime : LifetimeConformance<CommitsUnderTest>;

public sealed class NativeAppends : AppendConformance<NativeUnderTest>;

public sealed class NativeRaces : RaceConformance<NativeUnderTest>;

public sealed class NativeRetries : IdempotencyConformance<NativeUnderTest>;

public sealed class NativeReads : ReadConformance<NativeUnderTest>;

public sealed class NativeSubscriptions : SubscriptionConformance<NativeUnderTest>;

public sealed class NativeProjections : ProjectionConformance<NativeUnderTest>;

public sealed class NativeLifetime : LifetimeConformance<NativeUnderTest>;

public sealed class NativeBulks : BulkConformance<NativeUnderTest>;
