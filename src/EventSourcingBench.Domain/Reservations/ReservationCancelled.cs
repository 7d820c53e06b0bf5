namespace EventSourcingBench.Domain.Reservations;

/// <summary>The reservation of a seat was cancelled.</summary>
/// <param name="Seat">Its number, from 1.</param>
public sealed record ReservationCancelled(int Seat) : ReservationEvent;
