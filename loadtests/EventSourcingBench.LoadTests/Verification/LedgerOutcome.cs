namespace EventSourcingBench.LoadTests;

/// <summary>What the generator learned of a request.</summary>
public enum LedgerOutcome : byte
{
    /// <summary>No answer (yet): a timeout, a broken connection, a request that ended by an exception.</summary>
    Unknown = 0,

    /// <summary>The store answered that the event is there.</summary>
    Acknowledged = 1,

    /// <summary>The store answered that it lost a race: nothing was done.</summary>
    Conflict = 2,

    /// <summary>Refused or failed, and it is known that nothing was done.</summary>
    Error = 3,
}
