namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>How a history has shows: as rosters whose members are the reserved seats.</summary>
internal static class ShowRosters
{
    public static RosterCommand CommandOf(SeatRequest request) => new(
        request.Kind switch
        {
            ShowCommandKind.Create => RosterChange.Open,
            ShowCommandKind.Reserve => RosterChange.Add,
            ShowCommandKind.Cancel => RosterChange.Remove,
            _ => throw new ArgumentException($"{request.Kind} is no command.", nameof(request)),
        },
        request.Seat);

    public static RosterRefusal RefusalOf(ReservationRefusal refusal) => refusal switch
    {
        ReservationRefusal.ShowExists => RosterRefusal.Open,
        ReservationRefusal.NoSuchShow => RosterRefusal.Missing,
        ReservationRefusal.NoSuchSeat => RosterRefusal.NoSuchPlace,
        ReservationRefusal.SeatTaken => RosterRefusal.Member,
        ReservationRefusal.SeatNotReserved => RosterRefusal.NotMember,
        _ => throw new ArgumentOutOfRangeException(nameof(refusal), refusal, "This is no refusal."),
    };
}
