namespace EventSourcingBench.LoadTests;

/// <summary>An event as the catch-up subscription delivers it.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Stream">The name of its stream.</param>
/// <param name="Version">Its version there.</param>
public readonly record struct DeliveredEvent(Guid EventId, string Stream, long Version);
