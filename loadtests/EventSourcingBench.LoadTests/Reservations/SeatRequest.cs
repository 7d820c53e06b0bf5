namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>One request of the load.</summary>
/// <param name="Show">The number of the show, from 0.</param>
/// <param name="Kind">What is ordered; no load creates a show.</param>
/// <param name="Seat">The number of the seat, from 1; of a creation how many seats there are.</param>
internal readonly record struct SeatRequest(int Show, ShowCommandKind Kind, int Seat);
