namespace EventSourcingBench.Api;

/// <summary>Some events of a stream.</summary>
/// <param name="Events">The events, by rising version.</param>
/// <param name="Next">The version to ask for next; null at the end of the stream.</param>
public sealed record StreamPage(IReadOnlyList<DeliveredEvent> Events, long? Next);
