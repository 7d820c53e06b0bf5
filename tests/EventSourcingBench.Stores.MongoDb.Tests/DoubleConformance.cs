namespace EventSourcingBench.Stores.MongoDb.Tests;

public sealed class CommitsOnDoubleAppends : AppendConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleRaces : RaceConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleRetries : IdempotencyConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleReads : ReadConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleSubscriptions : SubscriptionConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleProjections : ProjectionConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleBulks : BulkConformance<CommitsOnDouble>;

public sealed class CommitsOnDoubleLifetime : LifetimeConformance<CommitsOnDouble>;

public sealed class NativeOnDoubleAppends : AppendConformance<NativeOnDouble>;

public sealed class NativeOnDoubleRaces : RaceConformance<NativeOnDouble>;

public sealed class NativeOnDoubleRetries : IdempotencyConformance<NativeOnDouble>;

public sealed class NativeOnDoubleReads : ReadConformance<NativeOnDouble>;

public sealed class NativeOnDoubleSubscriptions : SubscriptionConformance<NativeOnDouble>;

public sealed class NativeOnDoubleProjections : ProjectionConformance<NativeOnDouble>;

public sealed class NativeOnDoubleLifetime : LifetimeConformance<NativeOnDouble>;

public sealed class NativeAloneAppends : AppendConformance<NativeAlone>;

public sealed class NativeAloneRaces : RaceConformance<NativeAlone>;

public sealed class NativeAloneRetries : IdempotencyConformance<NativeAlone>;

public sealed class NativeAloneSubscriptions : SubscriptionConformance<NativeAlone>;

public sealed class NativeAloneProjections : ProjectionConformance<NativeAlone>;

public sealed class NativeOnDoubleBulks : BulkConformance<NativeOnDouble>;

public sealed class NativeAloneBulks : BulkConformance<NativeAlone>;
