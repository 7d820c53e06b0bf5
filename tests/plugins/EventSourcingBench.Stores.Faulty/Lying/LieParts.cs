namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>What a test store offers. One with neither <see cref="Aggregates"/> nor <see cref="Dcb"/> has the model streams.</summary>
[Flags]
public enum LieParts
{
    /// <summary>Streams, a subscription and projections only.</summary>
    Streams = 0,

    /// <summary>Bulk appends besides.</summary>
    Bulk = 1,

    /// <summary>Several streams in one transaction besides; the model is aggregates.</summary>
    Aggregates = 2,

    /// <summary>Dynamic consistency boundaries and nothing else; the model is DCB.</summary>
    Dcb = 4,

    /// <summary>Data in a file besides, so that it outlives the process.</summary>
    Persistent = 8,
}
