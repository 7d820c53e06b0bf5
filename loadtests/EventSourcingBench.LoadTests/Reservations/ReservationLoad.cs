using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;

namespace EventSourcingBench.LoadTests;

/// <summary>The request of the suite: the next seat, entered in the ledger before it is sent.</summary>
internal sealed class ReservationLoad(
    Func<IReservationTarget> target, ISeatScript script, ReservationLedger ledger, SuccessGaps gaps, LoadRecorder recorder, TimeSpan timeout, TimeProvider time) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "request";

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var (show, kind, seat) = script.At(call.Sequence);
        var reply = await SendAsync(call.Worker, show, new ShowCommand(Guid.CreateVersion7(time.GetUtcNow()), kind, seat));
        if (reply.Error is { } error)
        {
            recorder.RecordError(error);
        }

        return reply.Outcome;
    }

    /// <summary>Sends one request, and keeps what was heard.</summary>
    public async ValueTask<ReservationReply> SendAsync(int worker, int show, ShowCommand command)
    {
        ledger.Send(worker, show, command);
        var reply = await target().SendAsync(worker, show, command, timeout);
        ledger.Settle(worker, reply);
        if (reply.Outcome == Outcome.Success)
        {
            gaps.Succeeded();
        }

        return reply;
    }
}
