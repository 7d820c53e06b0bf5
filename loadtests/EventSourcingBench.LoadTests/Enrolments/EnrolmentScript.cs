namespace EventSourcingBench.LoadTests.Enrolments;

/// <summary>The operations of one client, one after the other, as the published program has them: ten courses and ten students are
/// registered, then every student joins every course; then again with others. With shared courses all clients register and join the same
/// ones, until these are full and the next ones take their place; without (0) each client has its own.</summary>
internal sealed class EnrolmentScript(int client, int hotCourses)
{
    public const int HotPlaces = 100;

    // Courses, and students, of an iteration.
    private const int Each = EnrolmentPreload.Each;

    private readonly int _courses = hotCourses == 0 ? Each : hotCourses;
    private int _iteration = -1;
    private int _generation;
    private int _next = int.MaxValue;
    private bool _isFull;

    private int Operations => _courses + Each + (_courses * Each);

    public EnrolmentEvent Next()
    {
        if (_next >= Operations)
            (_next, _iteration, _generation, _isFull) = (0, _iteration + 1, _generation + (_isFull ? 1 : 0), false);

        var operation = _next++;
        return operation < _courses ? new CourseRegistered(Course(operation), hotCourses == 0 ? Each : HotPlaces)
            : operation < _courses + Each ? new StudentRegistered(Student(operation - _courses), Each)
            : new StudentJoined(Course((operation - _courses - Each) % _courses), Student((operation - _courses - Each) / _courses));
    }

    /// <summary>A course was full: the next iteration takes new ones.</summary>
    public void Full() => _isFull = hotCourses > 0;

    private string Course(int number) => hotCourses == 0
        ? string.Create(CultureInfo.InvariantCulture, $"c{client}-{_iteration}-{number}")
        : string.Create(CultureInfo.InvariantCulture, $"hot-{_generation}-{number}");

    private string Student(int number) => string.Create(CultureInfo.InvariantCulture, $"s{client}-{_iteration}-{number}");
}
