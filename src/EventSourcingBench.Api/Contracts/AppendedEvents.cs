namespace EventSourcingBench.Api.Contracts;

/// <summary>The answer to a bulk append: 201.</summary>
/// <param name="Events">The number of events in the call; all of them have the durability of the store's tier.</param>
public sealed record AppendedEvents(int Events);
