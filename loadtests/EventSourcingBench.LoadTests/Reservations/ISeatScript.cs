namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Which request comes when. Safe for concurrent use; the same seed gives the same requests.</summary>
internal interface ISeatScript
{
    /// <summary>The request of a number.</summary>
    SeatRequest At(long sequence);
}
