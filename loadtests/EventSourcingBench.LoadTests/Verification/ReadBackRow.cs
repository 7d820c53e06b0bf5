namespace EventSourcingBench.LoadTests;

/// <summary>A row of the read model.</summary>
/// <param name="EventId">The event that it comes from.</param>
/// <param name="Group">What it is summed up by.</param>
/// <param name="Amount">What it adds to its group's total.</param>
public readonly record struct ReadBackRow(Guid EventId, string Group, long Amount);
