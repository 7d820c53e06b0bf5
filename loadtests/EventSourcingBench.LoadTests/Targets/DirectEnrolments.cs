namespace EventSourcingBench.LoadTests.Targets;

/// <summary>Enrolments in the generator's own process, as the published program ran them.</summary>
internal sealed class DirectEnrolments(IEnrolments enrolments, TimeProvider time) : IEnrolmentTarget
{
    public int EventsOfJoining => enrolments.EventsOfJoining;

    public ValueTask<CommandReply<EnrolmentRefusal>> SendAsync(int worker, Guid id, EnrolmentEvent wanted, TimeSpan timeout) =>
        DirectFailures.GuardAsync<CommandReply<EnrolmentRefusal>>(
            async token =>
            {
                var answer = await enrolments.RunAsync(id, wanted, token);
                return answer.Refusal is { } refusal ? new(Outcome.Refused, refusal, answer.Retries)
                    : answer.IsConflict ? new(Outcome.Conflict, Conflicts: answer.Retries + 1)
                    : new(Outcome.Success, Conflicts: answer.Retries, Version: answer.After + 1, Position: answer.Position ?? 0);
            },
            (outcome, error) => new(outcome, Error: error),
            timeout,
            time);

    public async Task PreloadAsync(long operations, EventIds ids, CancellationToken cancellationToken)
    {
        try
        {
            await EnrolmentPreload.FillAsync(enrolments, operations, ids, cancellationToken);
        }
        catch (Exception e) when (e is StoreUnavailableException or OutcomeUnknownException)
        {
            throw new StoreFailureException(e.Message, e);
        }
    }
}
