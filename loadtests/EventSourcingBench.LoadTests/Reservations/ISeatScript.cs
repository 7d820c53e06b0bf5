namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Which request comes when. Safe for concurrent use; the same seed gives the same requests.</summary>
internal interface ISeatScript
{
    /// <summary>The request of a number.</summary>
    /// <param name="sequence">From 0.</param>
    SeatRequest At(long sequence);
}
