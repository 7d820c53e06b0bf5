namespace EventSourcingBench.CommandSides.Akka;

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
