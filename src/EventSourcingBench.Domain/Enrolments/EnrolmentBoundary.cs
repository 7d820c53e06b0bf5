namespace EventSourcingBench.Domain.Enrolments;

/// <summary>Whom events concern, and the consistency boundaries of decisions as queries.</summary>
public static class EnrolmentBoundary
{
    private static readonly string[] CourseTypes = [nameof(CourseRegistered), nameof(StudentJoined), nameof(StudentLeft)];
    private static readonly string[] StudentTypes = [nameof(StudentRegistered), nameof(StudentJoined), nameof(StudentLeft)];
    private static readonly string[] CourseRegisteredType = [nameof(CourseRegistered)];
    private static readonly string[] StudentRegisteredType = [nameof(StudentRegistered)];

    /// <summary>What decides whether an event may be appended: an earlier registration, else all that happened to either.</summary>
    public static DcbQuery Of(EnrolmentEvent wanted) => PartiesOf(wanted) switch
    {
        ({ } course, null) => new([new DcbQueryItem(CourseRegisteredType, [CourseTag(course)])]),
        (null, { } student) => new([new DcbQueryItem(StudentRegisteredType, [StudentTag(student)])]),
        var (course, student) => new(
        [
            new DcbQueryItem(CourseTypes, [CourseTag(course!)]),
            new DcbQueryItem(StudentTypes, [StudentTag(student!)]),
        ]),
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

    /// <summary>The tags of an event: whom it concerns.</summary>
    public static IReadOnlyList<string> TagsOf(EnrolmentEvent happened) => PartiesOf(happened) switch
    {
        ({ } course, null) => [CourseTag(course)],
        (null, { } student) => [StudentTag(student)],
        var (course, student) => [CourseTag(course!), StudentTag(student!)],
    };

    /// <summary>The tag of whom a stream of <see cref="EnrolmentStreams"/> is about: <c>course:c1</c> for <c>course-c1</c>.</summary>
    public static string TagOf(string stream)
    {
        var dash = stream.IndexOf('-', StringComparison.Ordinal);
        return $"{stream[..dash]}:{stream[(dash + 1)..]}";
    }

    private static string CourseTag(string course) => "course:" + course;

    private static string StudentTag(string student) => "student:" + student;
}

/// <summary>The streams of the aggregates: one for each course, one for each student.</summary>
public static class EnrolmentStreams
{
    /// <summary>The stream of a course: <c>course-c1</c>.</summary>
    public static StreamId OfCourse(string course) => new("course-" + course);

    /// <summary>The stream of a student: <c>student-s1</c>.</summary>
    public static StreamId OfStudent(string student) => new("student-" + student);
}
