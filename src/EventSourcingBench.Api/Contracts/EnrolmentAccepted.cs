namespace EventSourcingBench.Api;

/// <summary>A command was carried out.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Retries">Version conflicts on the way.</param>
/// <param name="Position">The event's position; null where the store answered with none.</param>
/// <param name="After">
/// The version of the course's stream, or the head of the store, on which the decision was made; null where none was read.
/// </param>
public sealed record EnrolmentAccepted(Guid EventId, int Retries, long? Position = null, long? After = null);
