using EventSourcingBench.Domain;

namespace EventSourcingBench.LoadTests;

/// <summary>Plays stored events in their order and finds those that no rule should have let through.</summary>
internal sealed class EnrolmentReplay
{
    private readonly Dictionary<string, (int Places, HashSet<string> Students)> _courses = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (int MaxCourses, HashSet<string> Courses)> _students = new(StringComparer.Ordinal);

    /// <summary>How many students are in a course.</summary>
    public int StudentsIn(string course) => _courses.TryGetValue(course, out var known) ? known.Students.Count : 0;

    /// <summary>Takes the next event.</summary>
    /// <returns>The rule that it breaks, in words; null where it breaks none.</returns>
    public string? Break(EnrolmentEvent happened) => happened switch
    {
        CourseRegistered e => _courses.TryAdd(e.Course, (e.Places, [])) ? null : $"the course {e.Course} was registered twice",
        StudentRegistered e => _students.TryAdd(e.Student, (e.MaxCourses, [])) ? null : $"the student {e.Student} was registered twice",
        StudentJoined e => Join(e),
        StudentLeft e => Leave(e),
        _ => $"{happened.GetType().Name} is no event of enrolments",
    };

    private string? Join(StudentJoined joined)
    {
        if (!_courses.TryGetValue(joined.Course, out var course) || !_students.TryGetValue(joined.Student, out var student))
        {
            return $"{joined.Student} joined {joined.Course} before both were there";
        }

        if (!course.Students.Add(joined.Student))
        {
            return $"{joined.Student} joined {joined.Course} twice";
        }

        student.Courses.Add(joined.Course);
        return course.Students.Count > course.Places ? $"{joined.Course} has more students than places"
            : student.Courses.Count > student.MaxCourses ? $"{joined.Student} is in more courses than allowed"
            : null;
    }

    private string? Leave(StudentLeft left)
    {
        var wasThere = _courses.TryGetValue(left.Course, out var course) && course.Students.Remove(left.Student);
        return wasThere && _students.TryGetValue(left.Student, out var student) && student.Courses.Remove(left.Course)
            ? null
            : $"{left.Student} left {left.Course} without being in it";
    }
}
