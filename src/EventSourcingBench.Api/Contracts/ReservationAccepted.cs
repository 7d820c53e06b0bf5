namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of an accepted command to a show.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Tries">The number of appends, including those with version conflicts; 0 for a retry of an earlier command.</param>
/// <param name="Version">
/// The event's version if it follows the version that the decision was based on; null if unknown.
/// </param>
public sealed record ReservationAccepted(Guid EventId, int Tries, long? Version = null);
