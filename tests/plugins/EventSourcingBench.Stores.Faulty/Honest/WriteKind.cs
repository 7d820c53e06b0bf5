namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>Through which interface of the contract a write came.</summary>
internal enum WriteKind
{
    /// <summary>One stream.</summary>
    Single,

    /// <summary>Several streams in one transaction.</summary>
    MultiStream,

    /// <summary>A bulk append: one part for each event, all with any version.</summary>
    Bulk,
}
