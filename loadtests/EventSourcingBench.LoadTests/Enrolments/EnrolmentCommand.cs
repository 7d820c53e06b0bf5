namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>One operation of the load.</summary>
/// <param name="EventId">The identity of its event.</param>
/// <param name="Wanted">The event that it is to lead to.</param>
internal readonly record struct EnrolmentCommand(Guid EventId, EnrolmentEvent Wanted);
