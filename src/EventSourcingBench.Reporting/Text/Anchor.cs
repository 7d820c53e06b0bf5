namespace EventSourcingBench.Reporting.Text;

/// <summary>Ids of elements.</summary>
internal static class Anchor
{
    /// <summary>An id that any name makes: letters and digits stay, all else becomes a dash.</summary>
    public static string For(string prefix, string name)
    {
        var id = new StringBuilder(prefix).Append('-');
        foreach (var c in name)
        {
            id.Append(char.IsAsciiLetterOrDigit(c) ? char.ToLowerInvariant(c) : '-');
        }

        return id.ToString();
    }
}
