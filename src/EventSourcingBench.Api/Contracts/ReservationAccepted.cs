namespace EventSourcingBench.Api;

/// <summary>A command to a show was carried out.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Tries">How many appends it took, those that lost a race included; 0 for a repeat of what was done before.</param>
public sealed record ReservationAccepted(Guid EventId, int Tries);
