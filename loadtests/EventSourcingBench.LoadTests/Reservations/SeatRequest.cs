using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>One request of the load.</summary>
/// <param name="Show">The number of the show, from 0.</param>
/// <param name="Kind">Reserve or cancel.</param>
/// <param name="Seat">The number of the seat, from 1.</param>
internal readonly record struct SeatRequest(int Show, ShowCommandKind Kind, int Seat);
