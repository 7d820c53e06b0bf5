namespace EventSourcingBench.Api;

/// <summary>The answer to a bulk append: 201.</summary>
/// <param name="Events">How many events the call had; all of them are as durable as the store's tier says.</param>
public sealed record AppendedEvents(int Events);
