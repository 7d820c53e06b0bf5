namespace EventSourcingBench.Stores.MongoDbNative.Tests;

/// <summary>Each append a transaction, and small pages.</summary>
public sealed class AloneUnderTest : ServerUnderTest
{
    public override IReadOnlyDictionary<string, string> Options { get; } =
        new Dictionary<string, string> { ["mongodb.maxBatch"] = "1", ["mongodb.feedBatch"] = "7" };
}

public sealed class AloneAppends : AppendConformance<AloneUnderTest>;
public sealed class AloneRaces : RaceConformance<AloneUnderTest>;
public sealed class AloneRetries : IdempotencyConformance<AloneUnderTest>;
public sealed class AloneSubscriptions : SubscriptionConformance<AloneUnderTest>;
public sealed class AloneProjections : ProjectionConformance<AloneUnderTest>;
public sealed class AloneBulks : BulkConformance<AloneUnderTest>;
