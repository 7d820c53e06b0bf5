namespace EventSourcingBench.Stores.MongoDb;

/// <summary>The end of a stream of commits.</summary>
/// <param name="Version">How many events it has.</param>
/// <param name="Sequence">How many commits.</param>
internal readonly record struct StreamHead(long Version, int Sequence);
