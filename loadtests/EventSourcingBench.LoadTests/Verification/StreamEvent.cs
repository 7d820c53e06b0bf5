namespace EventSourcingBench.LoadTests;

/// <summary>An event as a stream gives it back.</summary>
/// <param name="EventId">Its id.</param>
/// <param name="Version">Its version.</param>
public readonly record struct StreamEvent(Guid EventId, long Version);
