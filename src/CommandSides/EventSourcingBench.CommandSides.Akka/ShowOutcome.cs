namespace EventSourcingBench.CommandSides.Akka;

/// <summary>What the actor of a show says of a command. The numbers are sent between nodes.</summary>
internal enum ShowOutcome
{
    /// <summary>Its event is in the journal.</summary>
    Appended = 1,

    /// <summary>It was there already.</summary>
    Known = 2,

    /// <summary>A rule refuses it.</summary>
    Refused = 3,

    /// <summary>Another has written to the show: the actor loads it again.</summary>
    Conflict = 4,

    /// <summary>The store could not be reached; nothing was appended.</summary>
    Unavailable = 5,

    /// <summary>Not known.</summary>
    Unknown = 6,
}
