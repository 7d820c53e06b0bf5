namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Maps an order to its show and shard, identically on every node.</summary>
internal sealed class ShowMessages() : HashCodeMessageExtractor(Shards)
{
    // Ten times the expected number of nodes, as Akka recommends.
    private const int Shards = 100;

    public override string? EntityId(object message) => (message as ShowOrder)?.Show;
}

internal sealed record ShowOrder(string Show, ShowCommand Command);

/// <summary>The answer of an actor, with the reserved seats if a rule refused the command, with the store's error if it failed.</summary>
internal sealed record ShowAnswer(
    ShowOutcome Outcome, ReservationRefusal? Refusal = null, IReadOnlyList<int>? Taken = null, string? Error = null);

/// <summary>The outcome of a command. The numbers are sent between nodes.</summary>
internal enum ShowOutcome
{
    Appended = 1,
    Known = 2, // Its event was already in the journal.
    Refused = 3, // By a rule.
    Conflict = 4, // Another writer has appended to the show: the actor loads it again.
    Unavailable = 5, // Nothing was appended.
    Unknown = 6,
    Invalid = 7, // The store has the command's id from another append.
}

/// <summary>Stops the actor after the commands before it. A poison pill would not wait for an event that is being persisted.</summary>
internal sealed class StopShow;
