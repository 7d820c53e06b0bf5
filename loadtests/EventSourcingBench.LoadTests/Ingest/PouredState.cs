namespace EventSourcingBench.LoadTests;

/// <summary>What is known of an event that was to be poured in, and what was found of it. One byte for each event.</summary>
[Flags]
internal enum PouredState : byte
{
    /// <summary>It was not offered, or the buffer refused it, or nothing of its flush was done: it must not be there.</summary>
    NotSent = 0,

    /// <summary>The store acknowledged it.</summary>
    Acknowledged = 1,

    /// <summary>Whether the store has it is not known.</summary>
    Unknown = 2,

    /// <summary>Found when its stream was read.</summary>
    Stored = 4,

    /// <summary>Delivered by the subscription.</summary>
    Delivered = 8,
}
