using Akka.Actor;
using Akka.Persistence;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>One show: its state is in memory, and its events are persisted one command after another. Sharding starts the actor at its
/// first command and passivates it when it is idle.</summary>
internal sealed class ShowActor(string show) : UntypedPersistentActor
{
    private readonly Show _show = new();
    private IActorRef _waiting = ActorRefs.Nobody;

    public override string PersistenceId { get; } = ShowStreams.Of(show).Value;

    public override Recovery Recovery => new(SnapshotSelectionCriteria.None);

    protected override void OnRecover(object message)
    {
        if (message is Happened happened)
            _show.Apply(happened.Id, happened.Event);
    }

    protected override void OnCommand(object message)
    {
        switch (message)
        {
            case ShowOrder order:
                Decide(order.Command);
                break;
            case StopShow:
                Context.Stop(Self);
                break;
            default:
                Unhandled(message);
                break;
        }
    }

    // The journal refused the event: nothing was written. Akka has counted the event anyway, so the actor must restart. Waiting
    // commands stay in its mailbox.
    protected override void OnPersistRejected(Exception cause, object @event, long sequenceNr)
    {
        _waiting.Tell(
            cause is StaleShowException { IsKnown: true } ? ShowAnswer.Known
            : cause is StaleShowException ? ShowAnswer.Conflict
            : new ShowAnswer(ShowOutcome.Unavailable, Error: cause.Message));
        throw cause as StaleShowException ?? new StaleShowException(cause.Message, isKnown: false);
    }

    // Akka then stops the actor. The senders repeat waiting commands.
    protected override void OnPersistFailure(Exception cause, object @event, long sequenceNr) =>
        _waiting.Tell(
            new ShowAnswer(cause is StoreUnavailableException ? ShowOutcome.Unavailable : ShowOutcome.Unknown, Error: cause.Message));

    private void Decide(ShowCommand command)
    {
        var decision = _show.Decide(command);
        if (decision.Refusal is { } refusal)
        {
            Sender.Tell(new ShowAnswer(ShowOutcome.Refused, refusal, _show.Taken));
        }
        else if (decision.Happens is not { } happens)
        {
            Sender.Tell(ShowAnswer.Known);
        }
        else
        {
            _waiting = Sender;
            Persist(new Happened(command.Id, happens), happened =>
            {
                _show.Apply(happened.Id, happened.Event);
                _waiting.Tell(ShowAnswer.Appended);
            });
        }
    }
}

/// <summary>The event that an actor persists, with its command's id.</summary>
internal sealed record Happened(Guid Id, ReservationEvent Event);

/// <summary>The actor's state is outdated: it restarts from its events.</summary>
internal sealed class StaleShowException(string message, bool isKnown) : Exception(message)
{
    /// <summary>True if the store already has the event; false if another writer has appended to the show.</summary>
    public bool IsKnown => isKnown;
}
