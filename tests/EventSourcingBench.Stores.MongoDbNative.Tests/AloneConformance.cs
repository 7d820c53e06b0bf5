namespace EventSourcingBench.Stores.MongoDbNative.Tests;

/// <summary>Each append a transaction, and small pages.</summary>
public sealed class AloneUnderTest() : OnMongoDb(("mongodb.maxBatch", "1"), ("mongodb.feedBatch", "7"));
public sealed class AloneStreams : StreamConformance<AloneUnderTest>;
public sealed class AloneSubscriptions : SubscriptionConformance<AloneUnderTest>;
public sealed class AloneProjections : ProjectionConformance<AloneUnderTest>;
public sealed class AloneBulks : BulkConformance<AloneUnderTest>;
