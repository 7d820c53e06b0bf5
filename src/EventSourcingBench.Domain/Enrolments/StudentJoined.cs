namespace EventSourcingBench.Domain.Enrolments;

/// <summary>A student joined a course: one fact about both.</summary>
/// <param name="Course">The course.</param>
/// <param name="Student">The student.</param>
public sealed record StudentJoined(string Course, string Student) : EnrolmentEvent;
