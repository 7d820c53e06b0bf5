namespace EventSourcingBench.Api;

/// <summary>The key, group and amount of one row of the read model: what verification adds up.</summary>
/// <param name="EventId">The event that the row comes from.</param>
/// <param name="Group">Its symbol.</param>
/// <param name="Amount">Its tick volume.</param>
public sealed record BarRow(Guid EventId, string Group, long Amount);
