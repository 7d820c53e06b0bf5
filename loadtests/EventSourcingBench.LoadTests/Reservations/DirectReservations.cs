namespace EventSourcingBench.LoadTests.Reservations;

/// <summary>Reservations in the generator's own process.</summary>
internal sealed class DirectReservations(IReservations reservations, ReservationSides sides, TimeProvider time) : IReservationTarget
{
    public ValueTask<ReservationReply> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout) => DirectFailures.GuardAsync(
        async token =>
        {
            var answer = await reservations.RunAsync(ShowIds.Of(show), command, token);
            return answer.Refusal is { } refusal ? new ReservationReply(Outcome.Refused, refusal, answer.Tries)
                : answer.IsConflict ? new ReservationReply(Outcome.Conflict, Conflicts: answer.Tries)
                : new ReservationReply(Outcome.Success, Conflicts: Math.Max(0, answer.Tries - 1), Version: answer.Version);
        },
        (outcome, error) => new ReservationReply(outcome, Error: error),
        timeout,
        time);

    public async Task<ShownSeats?> ReadAsync(int show, CancellationToken cancellationToken)
    {
        try
        {
            return await sides.LoadAsync(ShowIds.Of(show), cancellationToken) is { Version: > 0 } loaded
                ? new ShownSeats(loaded.Version, loaded.Show.Taken)
                : null;
        }
        catch (StoreUnavailableException e)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }
}
