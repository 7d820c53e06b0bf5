using Akka.Cluster.Sharding;

namespace EventSourcingBench.CommandSides.Akka;

/// <summary>Maps an order to its show and shard, identically on every node.</summary>
internal sealed class ShowMessages() : HashCodeMessageExtractor(Shards)
{
    // Ten times the expected number of nodes, as Akka recommends.
    private const int Shards = 100;

    public override string? EntityId(object message) => (message as ShowOrder)?.Show;
}

/// <summary>A command for the actor of its show.</summary>
internal sealed record ShowOrder(string Show, ShowCommand Command);

/// <summary>The answer of a show's actor.</summary>
/// <param name="Outcome">The outcome of the command.</param>
/// <param name="Refusal">The rule that refused the command.</param>
/// <param name="Taken">The reserved seats, if a rule refused the command.</param>
/// <param name="Error">The store's error, if it failed.</param>
internal sealed record ShowAnswer(
    ShowOutcome Outcome, ReservationRefusal? Refusal = null, IReadOnlyList<int>? Taken = null, string? Error = null)
{
    public static ShowAnswer Appended { get; } = new(ShowOutcome.Appended);

    public static ShowAnswer Known { get; } = new(ShowOutcome.Known);

    public static ShowAnswer Conflict { get; } = new(ShowOutcome.Conflict);
}

/// <summary>The outcome of a command. The numbers are sent between nodes.</summary>
internal enum ShowOutcome
{
    /// <summary>Its event is in the journal.</summary>
    Appended = 1,

    /// <summary>Its event was already in the journal.</summary>
    Known = 2,

    /// <summary>A rule refused it.</summary>
    Refused = 3,

    /// <summary>Another writer has appended to the show: the actor loads it again.</summary>
    Conflict = 4,

    /// <summary>The store is unavailable; nothing was appended.</summary>
    Unavailable = 5,

    /// <summary>The outcome is unknown.</summary>
    Unknown = 6,
}

/// <summary>Stops the actor of a show after the commands before it. A poison pill would not wait for an event that is being
/// persisted.</summary>
internal sealed class StopShow
{
    public static StopShow Instance { get; } = new();
}
