namespace EventSourcingBench.Reporting.Model;

/// <summary>Everything that a report says, computed once. The renderers only set it.</summary>
public sealed record ReportModel
{
    /// <summary>The heading.</summary>
    public required string Title { get; init; }

    /// <summary>The load runs, in the order in which they were given.</summary>
    public required IReadOnlyList<RunModel> Runs { get; init; }

    /// <summary>The suites, in the order in which they ran first.</summary>
    public required IReadOnlyList<SuiteModel> Suites { get; init; }

    /// <summary>The runs side by side: a table for each suite and later run against the first. Empty for fewer.</summary>
    public required IReadOnlyList<TableModel> Comparisons { get; init; }

    /// <summary>The microbenchmarks; null without a folder of them.</summary>
    public MicrobenchmarkModel? Microbenchmarks { get; init; }

    /// <summary>The version of EventSourcingBench that measured first; that of the report where there are only microbenchmarks.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>All charts of the page.</summary>
    public IEnumerable<ChartModel> Charts =>
        Suites.SelectMany(s => s.Charts).Concat(Microbenchmarks?.Groups.SelectMany(g => g.Charts) ?? []);
}
