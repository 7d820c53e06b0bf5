namespace EventSourcingBench.Api.Contracts;

/// <summary>A page of a stream's events.</summary>
/// <param name="Events">The events, in ascending order of version.</param>
/// <param name="Next">The first version of the next page; null at the end of the stream.</param>
public sealed record StreamPage(IReadOnlyList<DeliveredEvent> Events, long? Next);
