namespace EventSourcingBench.Abstractions;

/// <summary>What a store promises beyond the contract's minimum. The conformance suite holds it to each promise.</summary>
[Flags]
public enum StoreCapabilities
{
    None = 0,

    /// <summary>A retry with the same event ids appends nothing twice, whatever version it expects; other uses are refused.</summary>
    IdempotentAppend = 1,

    GlobalPosition = 2,

    /// <summary>Data outlives the process: a store that is opened again with the same folder and server has it.</summary>
    Persistent = 4,

    /// <summary>A retry of a conditional DCB append with the same event ids and the same condition appends nothing twice, where the
    /// condition's query matches the events themselves. It is less than <see cref="IdempotentAppend"/>: without a condition, or with one
    /// that looks elsewhere, a retry may append again.</summary>
    IdempotentConditionalAppend = 8,

    /// <summary>Data and metadata are read byte for byte as they were appended; without it, JSON of the same meaning.</summary>
    KeepsBytes = 16,

    /// <summary>A checkpoint says up to which global position all events have been delivered (<see cref="Checkpoint.ReadPosition"/>). So a
    /// writer can compare the checkpoint of a projection with the position of its append.</summary>
    PositionCheckpoints = 32,
}
