namespace EventSourcingBench.Api;

/// <summary>An event that the subscription delivered.</summary>
/// <param name="EventId">Its identity.</param>
/// <param name="Stream">Its stream.</param>
/// <param name="Version">Its place in the stream.</param>
public sealed record DeliveredEvent(Guid EventId, string Stream, long Version);
