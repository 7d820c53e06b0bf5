namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>
/// The published serial order: as if a thousand users each went through a separate show, seat after seat, reserving first and then
/// cancelling. Users take turns, so that a show's requests come one after the other in time, far apart from each other, while many
/// shows are in use at once. Then come the next thousand shows.
/// </summary>
internal sealed class SerialScript(int shows, int seats) : ISeatScript
{
    /// <summary>How many shows are gone through at the same time, at most.</summary>
    public const int Users = 1_000;

    public SeatRequest At(long sequence)
    {
        var place = sequence % (2L * shows * seats);
        var first = (int)(place / (2L * Users * seats)) * Users;
        var users = Math.Min(Users, shows - first);
        var (turn, user) = Math.DivRem((int)(place - (2L * first * seats)), users);
        var (phase, seat) = Math.DivRem(turn, seats);
        return new SeatRequest(first + user, phase == 0 ? ShowCommandKind.Reserve : ShowCommandKind.Cancel, seat + 1);
    }
}
