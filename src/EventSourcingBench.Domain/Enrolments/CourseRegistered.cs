namespace EventSourcingBench.Domain.Enrolments;

/// <summary>There is a course.</summary>
/// <param name="Course">Its id.</param>
/// <param name="Places">The most students that it takes, 1 or more.</param>
public sealed record CourseRegistered(string Course, int Places) : EnrolmentEvent;
