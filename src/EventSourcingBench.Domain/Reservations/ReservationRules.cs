namespace EventSourcingBench.Domain.Reservations;

/// <summary>What commands of reservations must fulfil to be looked at; whether they are allowed is for the show to say.</summary>
public static class ReservationRules
{
    private const int MostSeats = 10_000;

    /// <summary>Checks the id of a show.</summary>
    /// <param name="show">The id.</param>
    /// <returns>At most one complaint; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(string show) => FieldRules.Complaints(("show", FieldRules.OfId(show)));

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(CreateShow command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return FieldRules.Complaints(("show", FieldRules.OfId(command.Show)), ("seats", FieldRules.OfNumber(command.Seats, MostSeats)));
    }

    /// <summary>Checks what names a seat.</summary>
    /// <param name="show">The show's id.</param>
    /// <param name="seat">The seat's number.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(string show, int seat) =>
        FieldRules.Complaints(("show", FieldRules.OfId(show)), ("seat", FieldRules.OfNumber(seat, MostSeats)));

    /// <summary>Whether a show may have so many seats.</summary>
    internal static bool IsSeats(int seats) => FieldRules.OfNumber(seats, MostSeats) is null;
}
