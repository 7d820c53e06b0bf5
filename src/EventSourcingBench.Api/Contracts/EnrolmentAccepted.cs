namespace EventSourcingBench.Api;

/// <summary>A command was carried out.</summary>
/// <param name="EventId">The event's identity.</param>
/// <param name="Retries">How many races were lost, and run again, on the way.</param>
public sealed record EnrolmentAccepted(Guid EventId, int Retries);
