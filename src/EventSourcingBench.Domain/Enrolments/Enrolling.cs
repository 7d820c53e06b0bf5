namespace EventSourcingBench.Domain.Enrolments;

/// <summary>One course and one student, folded from events: whether the student may join or leave. Not safe for concurrent use.</summary>
public sealed class Enrolling(string course, string student)
{
    private int? _places;
    private int? _maxCourses;
    private int _taken;
    private int _courses;
    private bool _isJoined;

    /// <summary>Takes an event that is kept once, as DCB has it.</summary>
    public void Apply(EnrolmentEvent happened)
    {
        ApplyToCourse(happened);
        ApplyToStudent(happened);
    }

    /// <summary>Takes an event of the course's own stream, as aggregates have it.</summary>
    public void ApplyToCourse(EnrolmentEvent happened)
    {
        var parties = EnrolmentBoundary.PartiesOf(happened);
        if (parties.Course != course)
            return;

        _places = happened is CourseRegistered registered ? registered.Places : _places;
        _taken += Change(happened);
        _isJoined = parties.Student == student ? happened is StudentJoined : _isJoined;
    }

    public void ApplyToStudent(EnrolmentEvent happened)
    {
        if (EnrolmentBoundary.PartiesOf(happened).Student != student)
            return;

        _maxCourses = happened is StudentRegistered registered ? registered.MaxCourses : _maxCourses;
        _courses += Change(happened);
    }

    /// <summary>The rule that refuses an event of this course and student; null when none does.</summary>
    public EnrolmentRefusal? Refuse(EnrolmentEvent wanted) =>
        _places is null ? EnrolmentRefusal.NoSuchCourse
        : _maxCourses is null ? EnrolmentRefusal.NoSuchStudent
        : wanted is StudentLeft ? _isJoined ? null : EnrolmentRefusal.NotJoined
        : _isJoined ? EnrolmentRefusal.AlreadyJoined
        : _taken >= _places ? EnrolmentRefusal.CourseFull
        : _courses >= _maxCourses ? EnrolmentRefusal.StudentAtLimit
        : null;

    /// <summary>The rule that refuses a second registration.</summary>
    public static EnrolmentRefusal RefuseAgain(EnrolmentEvent registered) =>
        registered is CourseRegistered ? EnrolmentRefusal.CourseExists : EnrolmentRefusal.StudentExists;

    private static int Change(EnrolmentEvent happened) => happened switch { StudentJoined => 1, StudentLeft => -1, _ => 0 };
}

public enum EnrolmentRefusal
{
    NoSuchCourse = 1,
    NoSuchStudent = 2,
    CourseExists = 3,
    StudentExists = 4,
    AlreadyJoined = 5,
    NotJoined = 6,
    CourseFull = 7,
    StudentAtLimit = 8, // In as many courses as they may be.
}
