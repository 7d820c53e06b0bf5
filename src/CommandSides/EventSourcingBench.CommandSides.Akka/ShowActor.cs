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
        if (message is ShowOrder order)
            Decide(order.Command);
        else if (message is StopShow)
            Context.Stop(Self);
        else
            Unhandled(message);
    }

    // The journal refused the event: nothing was written. Akka has counted the event anyway, so the actor must restart. Waiting
    // commands stay in its mailbox.
    protected override void OnPersistRejected(Exception cause, object @event, long sequenceNr)
    {
        var stale = cause as StaleShowException;
        _waiting.Tell(stale is null
            ? new ShowAnswer(cause is ArgumentException ? ShowOutcome.Invalid : ShowOutcome.Unavailable, Error: cause.Message)
            : new ShowAnswer(stale.IsKnown ? ShowOutcome.Known : ShowOutcome.Conflict));
        throw stale ?? new StaleShowException(cause.Message, isKnown: false);
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
            Sender.Tell(new ShowAnswer(ShowOutcome.Known));
        }
        else
        {
            _waiting = Sender;
            Persist(new Happened(command.Id, happens), happened =>
            {
                _show.Apply(happened.Id, happened.Event);
                _waiting.Tell(new ShowAnswer(ShowOutcome.Appended));
            });
        }
    }
}

internal sealed record Happened(Guid Id, ReservationEvent Event);

/// <summary>The actor restarts from its events: the store already has the event, or another writer has appended to the show.</summary>
internal sealed class StaleShowException(string message, bool isKnown) : Exception(message)
{
    public bool IsKnown => isKnown;
}
