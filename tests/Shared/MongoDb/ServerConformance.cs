namespace EventSourcingBench.Tests;

public sealed class ServerAppends : AppendConformance<ServerUnderTest>;
public sealed class ServerRaces : RaceConformance<ServerUnderTest>;
public sealed class ServerRetries : IdempotencyConformance<ServerUnderTest>;
public sealed class ServerReads : ReadConformance<ServerUnderTest>;
public sealed class ServerSubscriptions : SubscriptionConformance<ServerUnderTest>;
public sealed class ServerProjections : ProjectionConformance<ServerUnderTest>;
public sealed class ServerBulks : BulkConformance<ServerUnderTest>;
public sealed class ServerLifetime : LifetimeConformance<ServerUnderTest>;
