namespace EventSourcingBench.Stores.EventStoreDb.Tests;

public abstract class OnLog(params (string Key, string Value)[] options) : StoreUnderTest(options)
{
    protected static string Name { get; } = LogTestServer.Definition.Name;

    public override StoreDefinition Definition => LogTestServer.Definition;

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) =>
        await LogTestServer.ConnectAsync(cancellationToken);
}

public sealed class LogUnderTest : OnLog;

/// <summary>A call for each append, and small batches.</summary>
public sealed class LogUnary() : OnLog((Name + ".append", "unary"), (Name + ".feedBatch", "7"));
public sealed class LogPersistent() : OnLog((Name + ".subscription", "persistent"));

public sealed class LogStreams : StreamConformance<LogUnderTest>;
public sealed class LogSubscriptions : SubscriptionConformance<LogUnderTest>;
public sealed class LogPersistentSubscriptions : SubscriptionConformance<LogPersistent>;
public sealed class LogProjections : ProjectionConformance<LogUnderTest>;
public sealed class LogBulks : BulkConformance<LogUnderTest>;
public sealed class LogLifetime : LifetimeConformance<LogUnderTest>;
public sealed class LogUnaryStreams : StreamConformance<LogUnary>;
public sealed class LogUnarySubscriptions : SubscriptionConformance<LogUnary>;
public sealed class LogUnaryProjections : ProjectionConformance<LogUnary>;
public sealed class LogUnaryBulks : BulkConformance<LogUnary>;
public sealed class LogUnaryLifetime : LifetimeConformance<LogUnary>;
