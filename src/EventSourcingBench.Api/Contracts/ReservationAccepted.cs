namespace EventSourcingBench.Api;

/// <summary>A command to a show was carried out.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Tries">How many appends it took, those that lost a race included; 0 for a repeat of what was done before.</param>
/// <param name="Version">
/// The version that the event has if it follows the version on which the decision was made; null where that is not known.
/// </param>
public sealed record ReservationAccepted(Guid EventId, int Tries, long? Version = null);
