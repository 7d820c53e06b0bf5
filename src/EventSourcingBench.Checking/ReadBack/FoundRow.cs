namespace EventSourcingBench.Checking.ReadBack;

/// <summary>A row of a read model.</summary>
/// <param name="EventId">The event that it comes from.</param>
/// <param name="Group">Its group.</param>
/// <param name="Amount">What it adds to the group's total.</param>
public readonly record struct FoundRow(Guid EventId, string Group, long Amount);
