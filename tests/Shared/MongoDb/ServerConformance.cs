namespace EventSourcingBench.Tests;

/// <summary>The assembly's store against a real MongoDB; skipped where there is none.</summary>
public abstract class OnMongoDb(params (string Key, string Value)[] options) : StoreUnderTest(options)
{
    public override StoreDefinition Definition { get; } = new Plugin().Stores.Single();

    // NEventStore knows an append by the id of its first event alone.
    public override bool FindsEveryEventId => Definition.Name != "mongodb";

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await MongoTestServer.ConnectAsync(cancellationToken);
}

public sealed class ServerUnderTest : OnMongoDb;
public sealed class ServerStreams : StreamConformance<ServerUnderTest>;
public sealed class ServerSubscriptions : SubscriptionConformance<ServerUnderTest>;
public sealed class ServerProjections : ProjectionConformance<ServerUnderTest>;
public sealed class ServerBulks : BulkConformance<ServerUnderTest>;
public sealed class ServerLifetime : LifetimeConformance<ServerUnderTest>;
