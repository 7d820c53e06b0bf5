namespace EventSourcingBench.Api.Contracts;

/// <summary>The result of filling a store.</summary>
/// <param name="Events">The number of events appended; with aggregates an enrolment is two events.</param>
public sealed record PreloadedEnrolments(long Events);
