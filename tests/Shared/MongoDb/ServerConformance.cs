namespace EventSourcingBench.Tests;

/// <summary>The assembly's store against a real MongoDB; skipped where there is none.</summary>
public class ServerUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    // NEventStore knows an append by the id of its first event alone.
    public override bool FindsEveryEventId => Definition.Name != "mongodb";

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await MongoTestServer.ConnectAsync(cancellationToken);
}

public sealed class ServerAppends : AppendConformance<ServerUnderTest>;
public sealed class ServerRaces : RaceConformance<ServerUnderTest>;
public sealed class ServerRetries : IdempotencyConformance<ServerUnderTest>;
public sealed class ServerReads : ReadConformance<ServerUnderTest>;
public sealed class ServerSubscriptions : SubscriptionConformance<ServerUnderTest>;
public sealed class ServerProjections : ProjectionConformance<ServerUnderTest>;
public sealed class ServerBulks : BulkConformance<ServerUnderTest>;
public sealed class ServerLifetime : LifetimeConformance<ServerUnderTest>;
