namespace EventSourcingBench.Domain.Enrolments;

/// <summary>What commands of enrolments must fulfil to be looked at; whether they are allowed is for the state to say.</summary>
public static class EnrolmentRules
{
    private const int Most = 1_000_000;

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(RegisterCourse command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return FieldRules.Complaints(("course", FieldRules.OfId(command.Course)), ("places", FieldRules.OfNumber(command.Places, Most)));
    }

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(RegisterStudent command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return FieldRules.Complaints(
            ("student", FieldRules.OfId(command.Student)), ("maxCourses", FieldRules.OfNumber(command.MaxCourses, Most)));
    }

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(JoinCourse command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return FieldRules.Complaints(("course", FieldRules.OfId(command.Course)), ("student", FieldRules.OfId(command.Student)));
    }
}
