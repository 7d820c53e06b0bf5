using EventSourcingBench.Domain;
using EventSourcingBench.Measurement;
using EventSourcingBench.Measurement.Histories;

namespace EventSourcingBench.LoadTests;

/// <summary>
/// The request of the suite: the next seat, entered in the history before it is sent. The creations of the shows come first.
/// </summary>
internal sealed class ReservationLoad(
    Func<IReservationTarget> target, ISeatScript script, int shows, StepHistory history, LoadRecorder recorder, TimeSpan timeout) : ILoad
{
    /// <summary>The name of the operation in the record.</summary>
    public const string Operation = "request";

    private long _resent;

    /// <summary>What an engine runs.</summary>
    public LoadScenario Scenario => new(Operation, SendAsync);

    /// <summary>How often requests were sent again because a connection was refused or broke.</summary>
    public long Resent => Interlocked.Read(ref _resent);

    /// <summary>Sends one request, and keeps its answer.</summary>
    /// <param name="worker">Who sends it.</param>
    /// <param name="number">Its number in the history: the creation of show n has n, those of the load follow.</param>
    /// <param name="due">When it was due; null: now.</param>
    /// <param name="request">What is asked; of a creation the number of seats.</param>
    public async ValueTask<ReservationReply> SendAsync(int worker, long number, long? due, SeatRequest request)
    {
        var command = new ShowCommand(history.Ids.Of(history.EventOf(number)), request.Kind, request.Seat);
        var data = ReservationEvents.ToEventData(command.Id, command.Event);
        var lane = history.Lane(worker);
        lane.Begin(
            number,
            due,
            OperationKind.Append,
            request.Show,
            argument: ShowRosters.CommandOf(request).Argument,
            hash: ContentHash.Of(data.Type, data.Data.Span, data.Metadata.Span));
        var reply = await target().SendAsync(worker, request.Show, command, timeout);
        var refusal = reply.Refusal is { } refused ? (long)ShowRosters.RefusalOf(refused) : 0;
        // One that was sent twice may be in conflict with itself, or have been carried out by the first sending.
        var wasResent = reply.Resent > 0;
        var version = reply.Outcome == Outcome.Refused ? refusal : wasResent ? 0 : reply.Version ?? 0;
        lane.End(reply.Outcome, version, conflicts: wasResent ? 0 : reply.Conflicts);
        Interlocked.Add(ref _resent, reply.Resent);
        return reply;
    }

    private async ValueTask<Outcome> SendAsync(LoadCall call, CancellationToken cancellationToken)
    {
        var reply = await SendAsync(call.Worker, shows + call.Sequence, call.Due, script.At(call.Sequence));
        if (reply.Error is { } error)
        {
            recorder.RecordError(error);
        }

        return reply.Outcome;
    }
}
