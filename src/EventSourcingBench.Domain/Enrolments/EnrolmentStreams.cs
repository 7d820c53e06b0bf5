namespace EventSourcingBench.Domain.Enrolments;

/// <summary>The streams of the aggregates: one for each course, one for each student.</summary>
public static class EnrolmentStreams
{
    /// <summary>The stream of a course: <c>course-c1</c>.</summary>
    /// <param name="course">Its id.</param>
    public static StreamId OfCourse(string course) => new("course-" + course);

    /// <summary>The stream of a student: <c>student-s1</c>.</summary>
    /// <param name="student">Their id.</param>
    public static StreamId OfStudent(string student) => new("student-" + student);
}
