namespace EventSourcingBench.Domain.Enrolments;

/// <summary>What must be known of one course and one student to decide whether the student may join or leave. It is folded from events; not
/// safe for concurrent use.</summary>
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
        switch (happened)
        {
            case CourseRegistered registered when registered.Course == course:
                _places = registered.Places;
                break;
            case StudentJoined joined when joined.Course == course:
                _taken++;
                _isJoined |= joined.Student == student;
                break;
            case StudentLeft left when left.Course == course:
                _taken--;
                _isJoined &= left.Student != student;
                break;
        }
    }

    public void ApplyToStudent(EnrolmentEvent happened)
    {
        switch (happened)
        {
            case StudentRegistered registered when registered.Student == student:
                _maxCourses = registered.MaxCourses;
                break;
            case StudentJoined joined when joined.Student == student:
                _courses++;
                break;
            case StudentLeft left when left.Student == student:
                _courses--;
                break;
        }
    }

    /// <summary>The rule that refuses an event of this course and student; null when none does.</summary>
    public EnrolmentRefusal? Refuse(EnrolmentEvent wanted) => wanted is StudentLeft ? RefuseLeaving() : RefuseJoining();

    /// <summary>The rule that refuses a second registration.</summary>
    public static EnrolmentRefusal RefuseAgain(EnrolmentEvent registered) =>
        registered is CourseRegistered ? EnrolmentRefusal.CourseExists : EnrolmentRefusal.StudentExists;

    public EnrolmentRefusal? RefuseJoining() =>
        _places is null ? EnrolmentRefusal.NoSuchCourse
        : _maxCourses is null ? EnrolmentRefusal.NoSuchStudent
        : _isJoined ? EnrolmentRefusal.AlreadyJoined
        : _taken >= _places ? EnrolmentRefusal.CourseFull
        : _courses >= _maxCourses ? EnrolmentRefusal.StudentAtLimit
        : null;

    public EnrolmentRefusal? RefuseLeaving() =>
        _places is null || _maxCourses is null ? RefuseJoining()
        : _isJoined ? null
        : EnrolmentRefusal.NotJoined;
}

/// <summary>Why a command was refused by the rules.</summary>
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
