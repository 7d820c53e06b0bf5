namespace EventSourcingBench.Abstractions;

/// <summary>The append fails when an event after the position matches the query.</summary>
/// <param name="FailIfMatches">What must not have happened.</param>
/// <param name="After">The head that the decision was made on; 0 to look at all events.</param>
public sealed record DcbAppendCondition(DcbQuery FailIfMatches, long After);
