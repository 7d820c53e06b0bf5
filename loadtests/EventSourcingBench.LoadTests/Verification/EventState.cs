namespace EventSourcingBench.LoadTests;

/// <summary>What is known of one event id: what was sent, and where it was found.</summary>
internal struct EventState
{
    /// <summary>What the ledger says; only the id where <see cref="IsSent"/> is false.</summary>
    public LedgerEntry Sent;

    /// <summary>False for an event that was found and never sent.</summary>
    public bool IsSent;

    /// <summary>True when a copy is in the stream that it was sent to, at the version that was acknowledged if one was.</summary>
    public bool InPlace;

    /// <summary>True when the subscription delivered it as an event of a stream that it was not sent to.</summary>
    public bool DeliveredElsewhere;

    /// <summary>How often it is in streams.</summary>
    public int Stored;

    /// <summary>The index of the stream where it was found last.</summary>
    public int StoredStream;

    /// <summary>The version at which it was found last.</summary>
    public long StoredVersion;

    /// <summary>How often the first reading of the subscription delivered it.</summary>
    public int DeliveredFirst;

    /// <summary>How often the second reading delivered it.</summary>
    public int DeliveredSecond;

    /// <summary>How many rows of the read model come from it.</summary>
    public int Rows;

    /// <summary>
    /// Whether the store has it. An event whose sender had given up may be written after the streams were read: then only
    /// the subscription, read later, shows it.
    /// </summary>
    public readonly bool IsThere => Stored > 0 || DeliveredFirst > 0 || DeliveredSecond > 0;
}
