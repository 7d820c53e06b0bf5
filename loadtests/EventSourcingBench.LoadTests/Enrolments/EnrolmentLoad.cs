using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The request of the suite: each client's next operation, entered in the ledger before it is sent.</summary>
internal sealed class EnrolmentLoad(
    Func<IEnrolmentTarget> target,
    int workers,
    int hotCourses,
    EnrolmentLedger ledger,
    LoadRecorder recorder,
    TimeSpan timeout,
    TimeProvider time) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "operation";

    private readonly EnrolmentScript[] _scripts = [.. Enumerable.Range(0, workers).Select(w => new EnrolmentScript(w, hotCourses))];

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var script = _scripts[call.Worker];
        var command = new EnrolmentCommand(Guid.CreateVersion7(time.GetUtcNow()), script.Next());
        ledger.Send(call.Worker, command);
        var reply = await target().SendAsync(call.Worker, command, timeout);
        ledger.Settle(call.Worker, reply);
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
