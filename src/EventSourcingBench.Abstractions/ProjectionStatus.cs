namespace EventSourcingBench.Abstractions;

/// <summary>How far a projection is.</summary>
/// <param name="Checkpoint">The checkpoint that is saved with the read model.</param>
/// <param name="Rows">How many rows the read model holds.</param>
/// <param name="CaughtUp">Whether the projection had nothing more to do when last it looked.</param>
public sealed record ProjectionStatus(Checkpoint Checkpoint, long Rows, bool CaughtUp);
