namespace EventSourcingBench.Abstractions;

/// <summary>What a bulk append that fails in the middle may leave behind.</summary>
public enum BulkAtomicity
{
    /// <summary>Nothing: all events of the call are appended or none.</summary>
    Call,

    /// <summary>Streams that are whole: of each stream all events of the call are appended or none.</summary>
    Stream,
}
