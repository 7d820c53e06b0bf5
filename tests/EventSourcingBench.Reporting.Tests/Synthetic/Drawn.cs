namespace EventSourcingBench.Reporting.Tests;

/// <summary>What tests ask of a drawn report.</summary>
internal static class Drawn
{
    /// <summary>The only suite of a run that was measured, or the one of a name.</summary>
    public static SuiteModel Suite(RunFolder run, string? name = null)
    {
        var suites = ReportBuilder.Build([run]).Suites;
        return suites.Count == 1 ? suites[0] : suites.Single(s => name is null ? s.Cells.Count > 0 : s.Name == name);
    }

    public static SuiteModel Suite(SyntheticRun run) => Suite(run.Build());

    /// <summary>The rows of a table by the heads of its columns; of equal heads the first.</summary>
    public static List<Dictionary<string, string>> Cells(TableModel table) =>
    [
        .. table.Rows.Select(row => table.Columns.Zip(row).DistinctBy(c => c.First.Header)
            .ToDictionary(c => c.First.Header, c => c.Second, StringComparer.Ordinal)),
    ];

    public static string AnswerOf(TierRanking ranking) => string.Concat(ranking.Answer.Select(a => a.Text));
}
