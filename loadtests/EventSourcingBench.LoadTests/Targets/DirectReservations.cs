namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Reservations in the generator's own process.</summary>
internal sealed class DirectReservations(IReservations reservations, ReservationSides sides, TimeProvider time) : IReservationTarget
{
    public ValueTask<CommandReply<ReservationRefusal>> SendAsync(int worker, int show, ShowCommand command, TimeSpan timeout) =>
        DirectFailures.GuardAsync<CommandReply<ReservationRefusal>>(
            async token =>
            {
                var answer = await reservations.RunAsync(ShowIds.Of(show), command, token);
                return answer.Refusal is { } refusal ? new(Outcome.Refused, refusal, answer.Tries)
                    : answer.IsConflict ? new(Outcome.Conflict, Conflicts: answer.Tries)
                    : new(Outcome.Success, Conflicts: Math.Max(0, answer.Tries - 1), Version: answer.Version);
            },
            (outcome, error) => new(outcome, Error: error),
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
