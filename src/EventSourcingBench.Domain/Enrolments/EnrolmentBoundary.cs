namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Whom events concern, and the consistency boundaries of decisions as queries.</summary>
public static class EnrolmentBoundary
{
    private static readonly string[] CourseTypes = [nameof(CourseRegistered), nameof(StudentJoined), nameof(StudentLeft)];
    private static readonly string[] StudentTypes = [nameof(StudentRegistered), nameof(StudentJoined), nameof(StudentLeft)];

    /// <summary>What decides whether an event may be appended: an earlier registration, else all that happened to either.</summary>
    public static DcbQuery Of(EnrolmentEvent wanted) => TagsOf(wanted) switch
    {
        [var only] => new([new DcbQueryItem([wanted is CourseRegistered ? CourseTypes[0] : StudentTypes[0]], [only])]),
        var both => new([new DcbQueryItem(CourseTypes, [both[0]]), new DcbQueryItem(StudentTypes, [both[1]])]),
    };

    /// <summary>The course and the student that an event concerns; null where it concerns none.</summary>
    public static (string? Course, string? Student) PartiesOf(EnrolmentEvent happened) => happened switch
    {
        CourseRegistered e => (e.Course, null),
        StudentRegistered e => (null, e.Student),
        StudentJoined e => (e.Course, e.Student),
        StudentLeft e => (e.Course, e.Student),
        _ => throw new ArgumentException($"{happened?.GetType().Name} is no event of enrolments.", nameof(happened)),
    };

    public static IReadOnlyList<string> TagsOf(EnrolmentEvent happened) => PartiesOf(happened) switch
    {
        ({ } course, null) => ["course:" + course],
        (null, { } student) => ["student:" + student],
        var (course, student) => ["course:" + course, "student:" + student],
    };

    /// <summary>The tag of whom a stream of <see cref="EnrolmentStreams"/> is about: <c>course:c1</c> for <c>course-c1</c>.</summary>
    public static string TagOf(string stream) => string.Join(':', stream.Split('-', 2));
}

/// <summary>The streams of the aggregates: one for each course, one for each student.</summary>
public static class EnrolmentStreams
{
    /// <summary>The stream of a course: <c>course-c1</c>.</summary>
    public static StreamId OfCourse(string course) => new("course-" + course);

    /// <summary>The stream of a student: <c>student-s1</c>.</summary>
    public static StreamId OfStudent(string student) => new("student-" + student);
}
