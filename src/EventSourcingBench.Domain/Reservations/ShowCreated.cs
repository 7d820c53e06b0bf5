namespace EventSourcingBench.Domain.Reservations;

/// <summary>There is a show.</summary>
/// <param name="Seats">How many seats it has: 1 to this number.</param>
public sealed record ShowCreated(int Seats) : ReservationEvent;
