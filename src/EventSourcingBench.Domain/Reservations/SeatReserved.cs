namespace EventSourcingBench.Domain.Reservations;

/// <summary>A seat was reserved.</summary>
/// <param name="Seat">Its number, from 1.</param>
public sealed record SeatReserved(int Seat) : ReservationEvent;
