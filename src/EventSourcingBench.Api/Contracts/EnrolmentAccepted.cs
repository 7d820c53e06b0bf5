namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of an accepted command.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Retries">The number of version conflicts before it was accepted.</param>
/// <param name="Position">The event's position; null if the store returned none.</param>
/// <param name="After">
/// The version of the course's stream, or the head of the store, that the decision was based on; null if none was read.
/// </param>
public sealed record EnrolmentAccepted(Guid EventId, int Retries, long? Position = null, long? After = null);
