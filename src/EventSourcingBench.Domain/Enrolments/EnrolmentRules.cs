namespace EventSourcingBench.Domain.Enrolments;

/// <summary>What commands of enrolments must fulfil to be looked at; whether they are allowed is for the state to say.</summary>
public static class EnrolmentRules
{
    private const int Most = 1_000_000;

    public static IReadOnlyList<FieldComplaint> Check(RegisterCourse command) =>
        FieldRules.Complaints(("course", FieldRules.OfId(command.Course)), ("places", FieldRules.OfNumber(command.Places, Most)));

    public static IReadOnlyList<FieldComplaint> Check(RegisterStudent command) => FieldRules.Complaints(
        ("student", FieldRules.OfId(command.Student)), ("maxCourses", FieldRules.OfNumber(command.MaxCourses, Most)));

    public static IReadOnlyList<FieldComplaint> Check(JoinCourse command) =>
        FieldRules.Complaints(("course", FieldRules.OfId(command.Course)), ("student", FieldRules.OfId(command.Student)));
}

/// <summary>The order to register a course.</summary>
/// <param name="Course">Its id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</param>
/// <param name="Places">The most students that it takes, 1 to 1,000,000.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record RegisterCourse(string Course, int Places);

/// <summary>The order to register a student.</summary>
/// <param name="Student">Their id: 1 to 60 letters, digits, <c>-</c> and <c>_</c>.</param>
/// <param name="MaxCourses">The most courses that they may be in at a time, 1 to 1,000,000.</param>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record RegisterStudent(string Student, int MaxCourses);

/// <summary>The order to let a student join a course.</summary>
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record JoinCourse(string Course, string Student);
