namespace EventSourcingBench.Stores.MongoDb.Tests;

/// <summary>Against a real MongoDB; skipped where there is none.</summary>
public class CommitsUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = Store("mongodb");

    public override bool FindsEveryEventId => false;

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) => await MongoTestServer.ConnectAsync(cancellationToken);

    internal static StoreDefinition Store(string name) => new MongoDbPlugin().Stores.Single(s => s.Name == name);
}

/// <summary>Against a real MongoDB; skipped where there is none.</summary>
public class NativeUnderTest : StoreUnderTest
{
    public override StoreDefinition Definition { get; } = CommitsUnderTest.Store("mongodb-native");

    public override async ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) => await MongoTestServer.ConnectAsync(cancellationToken);
}

/// <summary>The same store and the same client libraries against the double.</summary>
public sealed class CommitsOnDouble : CommitsUnderTest
{
    public override ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) => new(MongoTestServer.Double);
}

/// <summary>The same store and the same client library against the double.</summary>
public class NativeOnDouble : NativeUnderTest
{
    public override ValueTask<string?> ConnectAsync(CancellationToken cancellationToken) => new(MongoTestServer.Double);
}

/// <summary>Each append a transaction, and small pages.</summary>
public sealed class NativeAlone : NativeOnDouble
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string> { ["mongodb.maxBatch"] = "1", ["mongodb.feedBatch"] = "7" };
}
