namespace EventSourcingBench.Stores.Faulty.Honest;

/// <summary>One transaction of a projection, as the journal of its read model keeps it.</summary>
internal sealed record SavedRows(IReadOnlyList<ReadModelRow> Rows, Checkpoint Checkpoint);
