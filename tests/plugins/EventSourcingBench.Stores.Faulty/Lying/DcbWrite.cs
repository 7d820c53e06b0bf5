namespace EventSourcingBench.Stores.Faulty.Lying;

/// <summary>A DCB append.</summary>
internal sealed record DcbWrite(IReadOnlyList<DcbEvent> Events, DcbAppendCondition? Condition);
