namespace EventSourcingBench.LoadTests.Targets;

/// <summary>One bar to append.</summary>
/// <param name="Worker">The copy that sends it.</param>
/// <param name="Symbol">The currency, and so the stream.</param>
/// <param name="Command">The bar with its ApiCallTime.</param>
/// <param name="Event">The event that it becomes.</param>
internal readonly record struct AppendRequest(int Worker, CurrencySymbol Symbol, AddCurrencyInfo Command, EventData Event);
