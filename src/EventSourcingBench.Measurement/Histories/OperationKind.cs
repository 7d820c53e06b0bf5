namespace EventSourcingBench.Measurement.Histories;

/// <summary>What an operation asked of the store.</summary>
public enum OperationKind : byte
{
    /// <summary>An append of one event, or of one fact that several streams keep; by a command or without.</summary>
    Append = 0,

    /// <summary>A bulk append: events of consecutive numbers by one call.</summary>
    BulkAppend = 1,

    /// <summary>A read of a stream, of the state of an entity, or of all events, made to verify the store during the load.</summary>
    Read = 2,

    /// <summary>A delivery of events by a subscription during the load.</summary>
    Delivery = 3,

    /// <summary>
    /// A load of a stream that is a request of the suite: <see cref="Operation.Version"/> is the last version that was read,
    /// <see cref="Operation.Position"/> the bits of a digest of what was read.
    /// </summary>
    Load = 4,
}
