namespace EventSourcingBench.Reporting.Model;

/// <summary>Everything that a report says, computed once; the renderers only set it. The version is the one that measured first, or that of
/// the report where there are only microbenchmarks. Runs come as they were given, suites as they ran first. A comparison is a table for
/// each suite and later run against the first. The terms are those that the section on method explains, with their texts in HTML.</summary>
public sealed record ReportModel(
    string Title, string ToolVersion, IReadOnlyList<RunModel> Runs, IReadOnlyList<SuiteModel> Suites, IReadOnlyList<TableModel> Comparisons,
    IReadOnlyList<KeyValuePair<string, string>> Terms)
{
    internal MicrobenchmarkModel? Microbenchmarks { get; init; }

    /// <summary>Figures from elsewhere, of which nothing was verified; null without any.</summary>
    internal TableModel? Unverified { get; init; }

    /// <summary>All folders of the report, load runs first.</summary>
    internal IEnumerable<RunModel> Folders => Runs.Concat(Microbenchmarks?.Runs ?? []);

    internal IEnumerable<SuiteModel> Measured => Suites.Where(s => s.Cells.Count > 0);

    internal IEnumerable<ChartModel> Charts => Suites.Concat(Microbenchmarks?.Groups ?? []).SelectMany(s => s.Charts);
}

/// <summary>Everything that a report says of microbenchmarks: the folders as they were given, what loading costs in a sentence for each
/// folder (none where it was not measured), and the classes of benchmarks, loading first.</summary>
internal sealed record MicrobenchmarkModel(
    IReadOnlyList<RunModel> Runs, IReadOnlyList<(int Run, IReadOnlyList<TextRun> Text)> Answers, IReadOnlyList<SuiteModel> Groups)
{
    public const string NotRanked =
        "Stores are in the order of their names: microbenchmarks have no verdict and say nothing of durability, so no store is ranked by "
        + "them.";
}
