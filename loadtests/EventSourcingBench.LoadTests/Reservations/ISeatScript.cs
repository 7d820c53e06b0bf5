namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Which request comes when. Safe for concurrent use; the same seed gives the same requests.</summary>
internal interface ISeatScript
{
    /// <summary>The request of a number, from 0.</summary>
    SeatRequest At(long sequence);
}

/// <summary>One request of the load.</summary>
/// <param name="Show">The number of the show, from 0.</param>
/// <param name="Kind">What is ordered; no load creates a show.</param>
/// <param name="Seat">The number of the seat, from 1; of a creation how many seats there are.</param>
internal readonly record struct SeatRequest(int Show, ShowCommandKind Kind, int Seat);
