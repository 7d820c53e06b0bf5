namespace EventSourcingBench.Checking.Checks;

/// <summary>What was seen of an event, one byte for each.</summary>
[Flags]
internal enum Marks : byte
{
    None = 0,

    /// <summary>Read back.</summary>
    Stored = 1,

    /// <summary>Delivered by the subscription that is read now.</summary>
    Delivered = 2,

    /// <summary>Delivered by the subscription that ran beside the load.</summary>
    DeliveredLive = 4,

    /// <summary>A row of the read model comes from it.</summary>
    Row = 8,

    /// <summary>Read back by another process, after the store was opened again.</summary>
    StoredAgain = 16,
}
