namespace EventSourcingBench.Api.Reservations;

/// <summary>A strategy of the command side of shows: built-in or from a plug-in.</summary>
public sealed record ReservationStrategy
{
    internal ReservationStrategy(string name, bool isPlugin = false) => (Name, IsPlugin) = (name, isPlugin);

    /// <summary>Load, decide, append with the expected version; retry after a version conflict.</summary>
    public static ReservationStrategy Optimistic { get; } = new("optimistic");

    /// <summary>One mailbox per show with its state in memory; waiting commands are appended together.</summary>
    public static ReservationStrategy SingleWriter { get; } = new("single-writer");

    /// <summary>Optimistic, with regular snapshots.</summary>
    public static ReservationStrategy Snapshot { get; } = new("snapshot");

    /// <summary>The name, as used on the command line.</summary>
    public string Name { get; }

    /// <summary>True for a plug-in's strategy.</summary>
    public bool IsPlugin { get; }

    /// <summary>Its name.</summary>
    public override string ToString() => Name;
}
