using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Puts the model together.</summary>
internal static class ReportBuilder
{
    public static ReportModel Build(IReadOnlyList<RunFolder> runs, string? outputFolder)
    {
        ArgumentNullException.ThrowIfNull(runs);
        if (runs.Count == 0)
        {
            throw new ArgumentException("A report needs at least one results folder.", nameof(runs));
        }

        var names = SuiteNames(runs);
        var suites = names.Select(name => SuiteBuilder.Build(name, runs)).ToList();
        return new ReportModel
        {
            Title = runs.Count > 1 ? "Event stores side by side" : "Event stores compared",
            Runs = runs.Select((run, index) => RunBuilder.Build(run, index, runs.Count, suites, outputFolder)).ToList(),
            Suites = suites,
            Comparisons = ComparisonBuilder.Build(runs, suites),
        };
    }

    private static List<string> SuiteNames(IReadOnlyList<RunFolder> runs) =>
    [
        .. runs.SelectMany(r => r.Steps.Select(s => s.Suite).Concat(r.Run.Workloads.Keys.Order(StringComparer.Ordinal)))
            .Distinct(StringComparer.Ordinal),
    ];
}
