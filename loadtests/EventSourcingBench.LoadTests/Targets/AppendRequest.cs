using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>One bar to append.</summary>
/// <param name="Worker">The copy that sends it.</param>
/// <param name="EventId">The identity of the event; a retry would send the same.</param>
/// <param name="Symbol">The currency, and so the stream.</param>
/// <param name="Command">The bar with its ApiCallTime.</param>
internal readonly record struct AppendRequest(int Worker, Guid EventId, CurrencySymbol Symbol, AddCurrencyInfo Command);
