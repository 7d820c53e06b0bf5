namespace EventSourcingBench.Domain.Enrolments;

/// <summary>The consistency boundaries of decisions, as queries; and what events are tagged with.</summary>
public static class EnrolmentBoundary
{
    private static readonly string[] CourseTypes = [nameof(CourseRegistered), nameof(StudentJoined), nameof(StudentLeft)];
    private static readonly string[] StudentTypes = [nameof(StudentRegistered), nameof(StudentJoined), nameof(StudentLeft)];
    private static readonly string[] CourseRegisteredType = [nameof(CourseRegistered)];
    private static readonly string[] StudentRegisteredType = [nameof(StudentRegistered)];

    /// <summary>What decides whether a course may be registered: that it is not there.</summary>
    /// <param name="course">Its id.</param>
    public static DcbQuery OfCourse(string course) => new([new DcbQueryItem(CourseRegisteredType, [CourseTag(course)])]);

    /// <summary>What decides whether a student may be registered: that they are not there.</summary>
    /// <param name="student">Their id.</param>
    public static DcbQuery OfStudent(string student) => new([new DcbQueryItem(StudentRegisteredType, [StudentTag(student)])]);

    /// <summary>What decides whether a student may join or leave a course: all that happened to either.</summary>
    /// <param name="course">The course.</param>
    /// <param name="student">The student.</param>
    public static DcbQuery OfJoining(string course, string student) => new(
    [
        new DcbQueryItem(CourseTypes, [CourseTag(course)]),
        new DcbQueryItem(StudentTypes, [StudentTag(student)]),
    ]);

    /// <summary>The tags of an event: whom it concerns.</summary>
    /// <param name="happened">The event.</param>
    public static IReadOnlyList<string> TagsOf(EnrolmentEvent happened) => happened switch
    {
        CourseRegistered e => [CourseTag(e.Course)],
        StudentRegistered e => [StudentTag(e.Student)],
        StudentJoined e => [CourseTag(e.Course), StudentTag(e.Student)],
        StudentLeft e => [CourseTag(e.Course), StudentTag(e.Student)],
        _ => throw new ArgumentException($"{happened?.GetType().Name} is no event of enrolments.", nameof(happened)),
    };

    /// <summary>The tag of whom a stream of <see cref="EnrolmentStreams"/> is about: <c>course:c1</c> for <c>course-c1</c>.</summary>
    /// <param name="stream">The stream's name.</param>
    public static string TagOf(string stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var dash = stream.IndexOf('-', StringComparison.Ordinal);
        return $"{stream[..dash]}:{stream[(dash + 1)..]}";
    }

    private static string CourseTag(string course) => "course:" + course;

    private static string StudentTag(string student) => "student:" + student;
}
