using EventSourcingBench.Domain;

namespace EventSourcingBench.Api;

/// <summary>One whole row of the read model.</summary>
/// <param name="EventId">The event that the row comes from.</param>
/// <param name="Group">Its symbol.</param>
/// <param name="Amount">Its tick volume.</param>
/// <param name="ApiCallTime">When the load generator sent the request, UTC.</param>
/// <param name="Bar">The bar.</param>
public sealed record BarDocument(Guid EventId, string Group, long Amount, DateTimeOffset ApiCallTime, CurrencyInfoAdded Bar);
