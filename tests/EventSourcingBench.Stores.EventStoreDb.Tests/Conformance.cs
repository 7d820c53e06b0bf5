namespace EventSourcingBench.Stores.EventStoreDb.Tests;

public class LogUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition => LogTestServer.Definition;

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await LogTestServer.ConnectAsync(cancellationToken);
}

/// <summary>A call for each append, and small batches.</summary>
public sealed class LogUnary : LogUnderTest
{
    public override IReadOnlyDictionary<string, string> Options { get; } = new Dictionary<string, string>
    {
        [LogTestServer.Definition.Name + ".append"] = "unary",
        [LogTestServer.Definition.Name + ".feedBatch"] = "7",
    };
}

public sealed class LogPersistent : LogUnderTest
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string> { [LogTestServer.Definition.Name + ".subscription"] = "persistent" };
}

public sealed class LogAppends : AppendConformance<LogUnderTest>;
public sealed class LogRaces : RaceConformance<LogUnderTest>;
public sealed class LogRetries : IdempotencyConformance<LogUnderTest>;
public sealed class LogReads : ReadConformance<LogUnderTest>;
public sealed class LogSubscriptions : SubscriptionConformance<LogUnderTest>;
public sealed class LogPersistentSubscriptions : SubscriptionConformance<LogPersistent>;
public sealed class LogProjections : ProjectionConformance<LogUnderTest>;
public sealed class LogBulks : BulkConformance<LogUnderTest>;
public sealed class LogLifetime : LifetimeConformance<LogUnderTest>;
public sealed class LogUnaryAppends : AppendConformance<LogUnary>;
public sealed class LogUnaryRaces : RaceConformance<LogUnary>;
public sealed class LogUnaryReads : ReadConformance<LogUnary>;
public sealed class LogUnarySubscriptions : SubscriptionConformance<LogUnary>;
public sealed class LogUnaryProjections : ProjectionConformance<LogUnary>;
public sealed class LogUnaryBulks : BulkConformance<LogUnary>;
public sealed class LogUnaryLifetime : LifetimeConformance<LogUnary>;
