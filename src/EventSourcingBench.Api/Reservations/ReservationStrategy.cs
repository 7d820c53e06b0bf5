namespace EventSourcingBench.Api;

/// <summary>How the command side of shows is run.</summary>
public enum ReservationStrategy
{
    /// <summary>Load, decide, append with the expected version; again where a race was lost.</summary>
    Optimistic = 0,

    /// <summary>One mailbox for each show, its state kept in memory; what waits is appended together.</summary>
    SingleWriter = 1,

    /// <summary>Optimistic, with a snapshot every so many events.</summary>
    Snapshot = 2,
}
