namespace EventSourcingBench.Measurement.Histories;

/// <summary>What the generator knows of an event of a bulk append.</summary>
public enum BulkState : byte
{
    /// <summary>It was not offered, the buffer refused it, or nothing of its call was done: it must not be there.</summary>
    NotSent = 0,

    /// <summary>The store acknowledged it.</summary>
    Acknowledged = 1,

    /// <summary>No answer came.</summary>
    Unknown = 2,
}
