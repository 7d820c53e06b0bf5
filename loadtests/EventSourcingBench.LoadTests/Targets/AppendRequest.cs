namespace EventSourcingBench.LoadTests.Targets;

/// <summary>One bar to append.</summary>
internal readonly record struct AppendRequest(int Worker, CurrencySymbol Symbol, AddCurrencyInfo Command, EventData Event);
