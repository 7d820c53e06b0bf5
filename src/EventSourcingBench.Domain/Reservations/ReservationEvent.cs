namespace EventSourcingBench.Domain.Reservations;

/// <summary>Something that happened to a show; its stream says to which.</summary>
public abstract record ReservationEvent
{
    private protected ReservationEvent()
    {
    }
}
