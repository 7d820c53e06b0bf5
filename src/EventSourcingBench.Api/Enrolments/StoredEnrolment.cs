namespace EventSourcingBench.Api.Enrolments;

/// <summary>An event with its identity.</summary>
/// <param name="Id">The event's identity.</param>
/// <param name="Event">The event.</param>
public readonly record struct StoredEnrolment(Guid Id, EnrolmentEvent Event);
