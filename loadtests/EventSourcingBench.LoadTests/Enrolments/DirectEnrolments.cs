namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Enrolments in the generator's own process, as the published program ran them.</summary>
internal sealed class DirectEnrolments(IEnrolments enrolments, TimeProvider time) : IEnrolmentTarget
{
    public int EventsOfJoining => enrolments.EventsOfJoining;

    public ValueTask<EnrolmentReply> SendAsync(int worker, EnrolmentCommand command, TimeSpan timeout) => DirectFailures.GuardAsync(
        async token =>
        {
            var answer = await enrolments.RunAsync(command.EventId, command.Wanted, token);
            return answer.Refusal is { } refusal ? new EnrolmentReply(Outcome.Refused, refusal, answer.Retries)
                : answer.IsConflict ? new EnrolmentReply(Outcome.Conflict, Conflicts: answer.Retries + 1)
                : new EnrolmentReply(Outcome.Success, Conflicts: answer.Retries, Position: answer.Position ?? 0, After: answer.After);
        },
        (outcome, error) => new EnrolmentReply(outcome, Error: error),
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
