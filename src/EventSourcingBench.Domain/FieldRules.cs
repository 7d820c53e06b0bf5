namespace EventSourcingBench.Domain;

/// <summary>What fields of commands have in common.</summary>
internal static class FieldRules
{
    private const int LongestId = 60;

    /// <summary>The complaints of the fields that have one. Allocates nothing when all is well.</summary>
    public static IReadOnlyList<FieldComplaint> Complaints(params ReadOnlySpan<(string Field, string? Message)> checks)
    {
        List<FieldComplaint>? complaints = null;
        foreach (var (field, message) in checks)
        {
            if (message is not null)
                (complaints ??= []).Add(new FieldComplaint(field, message));
        }

        return complaints ?? (IReadOnlyList<FieldComplaint>)[];
    }

    /// <summary>What is wrong with an id, or null.</summary>
    public static string? OfId(string? id) =>
        id is { Length: >= 1 and <= LongestId } && id.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_') ? null
            : string.Create(CultureInfo.InvariantCulture, $"must be 1 to {LongestId} letters, digits, - and _.");

    /// <summary>What is wrong with a number that must be from 1 to the most, or null.</summary>
    public static string? OfNumber(int number, int most) => number >= 1 && number <= most ? null
        : string.Create(CultureInfo.InvariantCulture, $"must be from 1 to {most}; it is {number}.");
}

/// <summary>What is wrong with one field of a command.</summary>
/// <param name="Field">Its name as in JSON (<c>tickVolume</c>).</param>
/// <param name="Message">One sentence: what is wrong and what would be right.</param>
public sealed record FieldComplaint(string Field, string Message);
