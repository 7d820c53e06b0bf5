namespace EventSourcingBench.Domain.Reservations;

/// <summary>An order to a show.</summary>
/// <param name="Id">The identity of the request, which becomes that of its event: a repeat has the same.</param>
/// <param name="Kind">What is ordered.</param>
/// <param name="Number">How many seats a new show has, 1 or more; else the number of the seat.</param>
public readonly record struct ShowCommand(Guid Id, ShowCommandKind Kind, int Number)
{
    /// <summary>The event that it leads to where no rule refuses it.</summary>
    /// <exception cref="InvalidOperationException">The kind is no command.</exception>
    public ReservationEvent Event => Kind switch
    {
        ShowCommandKind.Create => new ShowCreated(Number),
        ShowCommandKind.Reserve => new SeatReserved(Number),
        ShowCommandKind.Cancel => new ReservationCancelled(Number),
        _ => throw new InvalidOperationException($"{Kind} is no command."),
    };
}

/// <summary>What is ordered of a show.</summary>
public enum ShowCommandKind
{
    /// <summary>That it be there.</summary>
    Create = 0,

    /// <summary>That a seat be reserved.</summary>
    Reserve = 1,

    /// <summary>That the reservation of a seat be cancelled.</summary>
    Cancel = 2,
}
