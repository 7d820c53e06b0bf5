namespace EventSourcingBench.Domain.Enrolments;

/// <summary>There is a student.</summary>
/// <param name="Student">Their id.</param>
/// <param name="MaxCourses">The most courses that they may be in at a time, 1 or more.</param>
public sealed record StudentRegistered(string Student, int MaxCourses) : EnrolmentEvent;
