namespace EventSourcingBench.Stores.MongoDb;

/// <summary>The end of a stream.</summary>
/// <param name="Version">The number of events.</param>
/// <param name="Sequence">The number of commits.</param>
internal readonly record struct StreamHead(long Version, int Sequence);
