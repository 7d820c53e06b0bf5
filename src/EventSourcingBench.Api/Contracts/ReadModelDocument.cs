namespace EventSourcingBench.Api.Contracts;

/// <summary>One whole row of a read model.</summary>
/// <param name="EventId">The event that the row comes from.</param>
/// <param name="Group">The grouping key: a symbol, a show.</param>
/// <param name="Amount">The value that is summed.</param>
/// <param name="ApiCallTime">When the load generator sent the request, UTC.</param>
/// <param name="Document">The other columns.</param>
public sealed record ReadModelDocument(Guid EventId, string Group, long Amount, DateTimeOffset ApiCallTime, JsonElement Document);
