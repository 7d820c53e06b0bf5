namespace EventSourcingBench.Checking.ReadBack;

/// <summary>An event as a store gave it back.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Stream">Its stream; empty in a store without streams.</param>
/// <param name="Version">Its version in the stream; in a store without streams its position.</param>
/// <param name="Position">Its global position; null where the store has none.</param>
/// <param name="Hash">Its <see cref="Measurement.Histories.ContentHash"/>.</param>
public readonly record struct FoundEvent(Guid Id, string Stream, long Version, long? Position, ulong Hash);
