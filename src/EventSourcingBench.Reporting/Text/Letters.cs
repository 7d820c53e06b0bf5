namespace EventSourcingBench.Reporting.Text;

/// <summary>How runs and their stores are named where there are several runs.</summary>
internal static class Letters
{
    public static string Of(int run, int runs) => runs == 1 ? string.Empty : ((char)('A' + (run % 26))).ToString();

    public static string StoreName(string store, int run, int runs) =>
        runs == 1 ? store : $"{store} · {Of(run, runs)}";
}
