namespace EventSourcingBench.Stores.Etcd.Writing;

/// <summary>The location of an event.</summary>
/// <param name="Stream">Its stream.</param>
/// <param name="Version">Its version there.</param>
/// <param name="Position">Its position.</param>
internal readonly record struct KnownEvent(StreamHead Stream, long Version, long Position);
