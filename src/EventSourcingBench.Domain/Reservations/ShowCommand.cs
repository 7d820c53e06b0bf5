namespace EventSourcingBench.Domain.Reservations;

/// <summary>An order to a show.</summary>
/// <param name="Id">The identity of the request, which becomes that of its event: a repeat has the same.</param>
/// <param name="Number">How many seats a new show has, 1 or more; else the number of the seat.</param>
public readonly record struct ShowCommand(Guid Id, ShowCommandKind Kind, int Number)
{
    /// <summary>The event that it leads to where no rule refuses it.</summary>
    public ReservationEvent Event => Kind switch
    {
        ShowCommandKind.Create => new ShowCreated(Number),
        ShowCommandKind.Reserve => new SeatReserved(Number),
        ShowCommandKind.Cancel => new ReservationCancelled(Number),
        _ => throw new InvalidOperationException($"{Kind} is no command."),
    };
}

public enum ShowCommandKind
{
    Create = 0,
    Reserve = 1,
    Cancel = 2, // The reservation of a seat.
}
