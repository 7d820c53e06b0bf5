using System.Globalization;

namespace EventSourcingBench.Domain;

/// <summary>What commands of enrolments must fulfil to be looked at; whether they are allowed is for the state to say.</summary>
public static class EnrolmentRules
{
    private const int LongestId = 60;
    private const int Most = 1_000_000;

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(RegisterCourse command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return Complaints(("course", OfId(command.Course)), ("places", OfNumber(command.Places)));
    }

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(RegisterStudent command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return Complaints(("student", OfId(command.Student)), ("maxCourses", OfNumber(command.MaxCourses)));
    }

    /// <summary>Checks a command.</summary>
    /// <param name="command">The command.</param>
    /// <returns>At most one complaint a field; empty when all is well.</returns>
    public static IReadOnlyList<FieldComplaint> Check(JoinCourse command)
    {
        ArgumentNullException.ThrowIfNull(command);
        return Complaints(("course", OfId(command.Course)), ("student", OfId(command.Student)));
    }

    private static FieldComplaint[] Complaints(params ReadOnlySpan<(string Field, string? Message)> checks)
    {
        var complaints = new List<FieldComplaint>();
        foreach (var (field, message) in checks)
        {
            if (message is not null)
            {
                complaints.Add(new FieldComplaint(field, message));
            }
        }

        return [.. complaints];
    }

    private static string? OfId(string? id) =>
        id is { Length: >= 1 and <= LongestId } && id.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_')
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"must be 1 to {LongestId} letters, digits, - and _.");

    private static string? OfNumber(int number) => number is >= 1 and <= Most
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"must be from 1 to {Most}; it is {number}.");
}
