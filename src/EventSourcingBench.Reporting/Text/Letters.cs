namespace EventSourcingBench.Reporting.Text;

/// <summary>How runs and their stores are named where there are several runs.</summary>
internal static class Letters
{
    public static string Of(int run, int runs) => runs == 1 ? string.Empty : ((char)('A' + (run % 26))).ToString();

    public static string StoreName(string store, int run, int runs) =>
        runs == 1 ? store : $"{store} · {Of(run, runs)}";
}

internal static class Anchor
{
    /// <summary>An id that any name makes: letters and digits stay, all else becomes a dash.</summary>
    public static string For(string prefix, string name) =>
        $"{prefix}-{string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToLowerInvariant(c) : '-'))}";
}
