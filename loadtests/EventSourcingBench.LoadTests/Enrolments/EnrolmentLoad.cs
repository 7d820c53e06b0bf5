using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>The request of the suite: each client's next operation, entered in the history before it is sent.</summary>
internal sealed class EnrolmentLoad(
    IEnrolmentTarget target, int workers, int hotCourses, StepHistory history, LoadRecorder recorder, TimeSpan timeout) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "operation";

    private readonly EnrolmentScript[] _scripts = [.. Enumerable.Range(0, workers).Select(w => new EnrolmentScript(w, hotCourses))];

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var script = _scripts[call.Worker];
        var wanted = script.Next();
        var command = new EnrolmentCommand(history.Ids.Of(history.EventOf(call.Sequence)), wanted);
        var (first, second) = EnrolmentKeys.Of(wanted);
        var lane = history.Lane(call.Worker);
        lane.Begin(
            call.Sequence,
            call.Due,
            OperationKind.Append,
            history.KeyOf(first),
            second is null ? Measurement.Histories.Operation.NoKey : history.KeyOf(second),
            EnrolmentKeys.CommandOf(wanted).Argument,
            EnrolmentKeys.HashOf(command.EventId, wanted, target.EventsOfJoining));
        var reply = await target.SendAsync(call.Worker, command, timeout);
        var refusal = reply.Refusal is { } refused ? (long)EnrolmentKeys.RefusalOf(refused) : 0;
        lane.End(reply.Outcome, reply.Outcome == Outcome.Refused ? refusal : reply.After + 1 ?? 0, reply.Position, reply.Conflicts);
        if (reply.Refusal == EnrolmentRefusal.CourseFull)
        {
            script.Full();
        }

        if (reply.Error is { } error)
        {
            recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
