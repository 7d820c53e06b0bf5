using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Everything that a report says, computed once. The renderers only set it.</summary>
public sealed record ReportModel
{
    /// <summary>The heading.</summary>
    public required string Title { get; init; }

    /// <summary>The runs, in the order in which they were given.</summary>
    public required IReadOnlyList<RunModel> Runs { get; init; }

    /// <summary>The suites, in the order in which they ran first.</summary>
    public required IReadOnlyList<SuiteModel> Suites { get; init; }

    /// <summary>The runs side by side: a table for each suite and later run against the first. Empty for one run.</summary>
    public required IReadOnlyList<TableModel> Comparisons { get; init; }

    /// <summary>Builds the model.</summary>
    /// <param name="runs">One or more results folders.</param>
    /// <param name="outputFolder">Where the report goes, for links to files of the runs. Default: the run's own folder.</param>
    /// <exception cref="ArgumentException">There is none.</exception>
    /// <exception cref="FormatException">A histogram in them contradicts itself.</exception>
    public static ReportModel Build(IReadOnlyList<RunFolder> runs, string? outputFolder = null) => ReportBuilder.Build(runs, outputFolder);
}
