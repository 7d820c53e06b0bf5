namespace EventSourcingBench.Hosting;

/// <summary>The words for a name that is not known: what is valid, and what was probably meant.</summary>
public static class NameSuggestion
{
    private const int MostEdits = 2;

    /// <summary>Such as <c>There is no store 'memroy'; did you mean memory? Valid are filelog, memory.</c></summary>
    public static UserException Unknown(string what, string name, IEnumerable<string> valid)
    {
        var names = valid.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToList();
        var meant = Closest(name, names) is { } closest ? $"; did you mean {closest}?" : ".";
        var list = names.Count == 0 ? "There are none." : $"Valid are {string.Join(", ", names)}.";
        return new UserException($"There is no {what} '{name}'{meant} {list}");
    }

    /// <summary>The name that is fewest edits away, at most two and fewer than half of the name; null where none is.</summary>
    internal static string? Closest(string name, IReadOnlyList<string> valid) => valid
        .Select(candidate => (candidate, edits: Edits(name, candidate)))
        .Where(c => c.edits <= MostEdits && c.edits * 2 < c.candidate.Length)
        .OrderBy(c => c.edits)
        .ThenBy(c => c.candidate, StringComparer.Ordinal)
        .Select(c => c.candidate)
        .FirstOrDefault();

    // The Levenshtein distance, without regard to case, one row at a time.
    private static int Edits(string left, string right)
    {
        var previous = Enumerable.Range(0, right.Length + 1).ToArray();
        var current = new int[right.Length + 1];
        for (var i = 1; i <= left.Length; i++)
        {
            current[0] = i;
            for (var j = 1; j <= right.Length; j++)
            {
                var same = char.ToUpperInvariant(left[i - 1]) == char.ToUpperInvariant(right[j - 1]);
                current[j] = Math.Min(Math.Min(current[j - 1], previous[j]) + 1, previous[j - 1] + (same ? 0 : 1));
            }

            (previous, current) = (current, previous);
        }

        return previous[right.Length];
    }
}
