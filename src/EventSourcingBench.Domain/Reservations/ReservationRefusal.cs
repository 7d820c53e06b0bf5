namespace EventSourcingBench.Domain.Reservations;

/// <summary>Why a command was refused by the rules.</summary>
public enum ReservationRefusal
{
    /// <summary>There is no show of this id.</summary>
    NoSuchShow = 1,

    /// <summary>A show of this id is there already.</summary>
    ShowExists = 2,

    /// <summary>The show has no seat of this number.</summary>
    NoSuchSeat = 3,

    /// <summary>The seat is reserved already.</summary>
    SeatTaken = 4,

    /// <summary>The seat is not reserved.</summary>
    SeatNotReserved = 5,
}
