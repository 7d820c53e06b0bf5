namespace EventSourcingBench.Api;

/// <summary>How the command side of shows is run: one of the API's own ways, or that of a plug-in.</summary>
public sealed record ReservationStrategy
{
    internal ReservationStrategy(string name, bool isPlugin = false) => (Name, IsPlugin) = (name, isPlugin);

    /// <summary>Load, decide, append with the expected version; again where there was a version conflict.</summary>
    public static ReservationStrategy Optimistic { get; } = new("optimistic");

    /// <summary>One mailbox for each show, its state kept in memory; what waits is appended together.</summary>
    public static ReservationStrategy SingleWriter { get; } = new("single-writer");

    /// <summary>Optimistic, with a snapshot every so many events.</summary>
    public static ReservationStrategy Snapshot { get; } = new("snapshot");

    /// <summary>Its name, as users say it.</summary>
    public string Name { get; }

    /// <summary>True where a plug-in runs it.</summary>
    public bool IsPlugin { get; }

    /// <summary>Its name.</summary>
    public override string ToString() => Name;
}
