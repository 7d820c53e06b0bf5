namespace EventSourcingBench.Reporting.Model;

/// <summary>Everything that a report says, computed once. The renderers only set it.</summary>
/// <param name="Title">The heading.</param>
/// <param name="ToolVersion">The version that measured first; that of the report where there are only microbenchmarks.</param>
/// <param name="Runs">The load runs, in the order in which they were given.</param>
/// <param name="Suites">The suites, in the order in which they ran first.</param>
/// <param name="Comparisons">The runs side by side: a table for each suite and later run against the first. Empty for fewer.</param>
/// <param name="Microbenchmarks">The microbenchmarks; null without a folder of them.</param>
public sealed record ReportModel(
    string Title, string ToolVersion, IReadOnlyList<RunModel> Runs, IReadOnlyList<SuiteModel> Suites, IReadOnlyList<TableModel> Comparisons,
    MicrobenchmarkModel? Microbenchmarks)
{
    /// <summary>All folders of the report, load runs first.</summary>
    public IEnumerable<RunModel> Folders => Runs.Concat(Microbenchmarks?.Runs ?? []);

    /// <summary>The suites that were measured.</summary>
    public IEnumerable<SuiteModel> Measured => Suites.Where(s => s.Cells.Count > 0);

    /// <summary>All charts of the page.</summary>
    public IEnumerable<ChartModel> Charts => Suites.Concat(Microbenchmarks?.Groups ?? []).SelectMany(s => s.Charts);
}

/// <summary>Everything that a report says of microbenchmarks.</summary>
/// <param name="Runs">The folders, in the order in which they were given.</param>
/// <param name="Answers">What loading costs, a sentence for each folder. Empty where loading was not measured.</param>
/// <param name="Groups">The classes of benchmarks, loading first.</param>
public sealed record MicrobenchmarkModel(
    IReadOnlyList<RunModel> Runs, IReadOnlyList<IReadOnlyList<TextRun>> Answers, IReadOnlyList<SuiteModel> Groups)
{
    /// <summary>Why no store is ranked.</summary>
    internal const string NotRanked =
        "Stores are in the order of their names: microbenchmarks have no verdict and say nothing of durability, so no store is ranked by "
        + "them.";
}
