namespace EventSourcingBench.Domain.Reservations;

/// <summary>What commands of reservations must fulfil to be looked at; whether they are allowed is for the show to say.</summary>
public static class ReservationRules
{
    private const int MostSeats = 10_000;

    public static IReadOnlyList<FieldComplaint> Check(string show) => FieldRules.Complaints(("show", FieldRules.OfId(show)));

    /// <param name="number">As <see cref="ShowCommand.Number"/>.</param>
    public static IReadOnlyList<FieldComplaint> Check(string show, ShowCommandKind kind, int number) => FieldRules.Complaints(
        ("show", FieldRules.OfId(show)), (kind == ShowCommandKind.Create ? "seats" : "seat", FieldRules.OfNumber(number, MostSeats)));

    internal static bool IsSeats(int seats) => FieldRules.OfNumber(seats, MostSeats) is null;
}

/// <summary>The order to create a show.</summary>
/// <param name="Show">Its id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</param>
/// <param name="Seats">How many seats it has, 1 to 10,000.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record CreateShow(string Show, int Seats);

/// <summary>The order to reserve a seat of a show.</summary>
/// <param name="Seat">Its number, 1 to as many as the show has.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record ReserveSeat(int Seat);
