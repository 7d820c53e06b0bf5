namespace EventSourcingBench.Domain.Enrolments;

/// <summary>A student left a course.</summary>
/// <param name="Course">The course.</param>
/// <param name="Student">The student.</param>
public sealed record StudentLeft(string Course, string Student) : EnrolmentEvent;
