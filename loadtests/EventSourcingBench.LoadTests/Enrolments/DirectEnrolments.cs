namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>Enrolments in the generator's own process, as the published program ran them.</summary>
internal sealed class DirectEnrolments(IEnrolments enrolments, TimeProvider time) : IEnrolmentTarget
{
    public int EventsOfJoining => enrolments.EventsOfJoining;

    public ValueTask<EnrolmentReply> SendAsync(int worker, EnrolmentCommand command, TimeSpan timeout) => DirectFailures.GuardAsync(
        async token =>
        {
            var answer = await RunAsync(command, token);
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

    private ValueTask<EnrolmentAnswer> RunAsync(EnrolmentCommand command, CancellationToken cancellationToken) => command.Wanted switch
    {
        CourseRegistered e => enrolments.RegisterAsync(command.EventId, e, cancellationToken),
        StudentRegistered e => enrolments.RegisterAsync(command.EventId, e, cancellationToken),
        StudentJoined e => enrolments.JoinAsync(command.EventId, e, cancellationToken),
        StudentLeft e => enrolments.LeaveAsync(command.EventId, e, cancellationToken),
        _ => throw new ArgumentException($"{command.Wanted?.GetType().Name} is no operation.", nameof(command)),
    };
}
