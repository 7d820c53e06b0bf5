namespace EventSourcingBench.Reporting.Text;

/// <summary>How runs and their stores are named where there are several runs.</summary>
internal static class Letters
{
    public static string Of(int run, int runs) => runs == 1 ? string.Empty : ((char)('A' + (run % 26))).ToString();

    public static string StoreName(string store, int run, int runs) =>
        runs == 1 ? store : $"{store} · {Of(run, runs)}";
}

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

/// <summary>A part of a sentence.</summary>
/// <param name="Text">Plain text; the renderer escapes it.</param>
/// <param name="Strong">Whether it carries the answer.</param>
public sealed record TextRun(string Text, bool Strong = false);
