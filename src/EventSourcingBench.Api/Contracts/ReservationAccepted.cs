namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of an accepted command to a show.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Tries">The number of appends, including those with version conflicts; 0 for a retry of an earlier command.</param>
/// <param name="Version">The event's version if it follows the version that the decision was based on; null if unknown.</param>
public sealed record ReservationAccepted(Guid EventId, int Tries, long? Version = null);

/// <summary>The current state of a show in the store.</summary>
/// <param name="Show">Its id.</param>
/// <param name="Seats">The number of seats.</param>
/// <param name="Taken">The reserved seats, in order.</param>
/// <param name="Version">The number of events.</param>
public sealed record ShowDocument(string Show, int Seats, IReadOnlyList<int> Taken, long Version);
