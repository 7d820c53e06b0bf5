using System.Reflection;

namespace EventSourcingBench.Reporting.Building;

internal static class ReportBuilder
{
    /// <summary>Builds it from runs, microbenchmarks or both; links are relative to the output folder. Default: the run's own.</summary>
    public static ReportModel Build(
        IReadOnlyList<RunFolder> runs, string? outputFolder = null, IReadOnlyList<BenchmarkFolder>? benchmarks = null)
    {
        benchmarks ??= [];
        if (runs.Count + benchmarks.Count == 0)
            throw new ArgumentException("A report needs at least one results folder.", nameof(runs));

        var suites = runs.SelectMany(r => r.Steps.Select(s => s.Suite).Concat(r.Run.Workloads.Keys.Order(StringComparer.Ordinal)))
            .Distinct(StringComparer.Ordinal).Select(name => SuiteBuilder.Build(name, runs)).ToList();
        return new ReportModel(
            runs.Count switch { 0 => "Microbenchmarks of event stores", 1 => "Event stores compared", _ => "Event stores side by side" },
            runs.Count > 0 ? runs[0].Run.ToolVersion : OwnVersion,
            [.. runs.Select((run, index) => RunBuilder.Build(run, index, runs.Count, suites, outputFolder))],
            suites, runs.Count < 2 ? [] : ComparisonBuilder.Build(runs, suites),
            [
                .. RequestReport.Common.Terms["all"], .. suites.Where(s => s.Cells.Count > 0).SelectMany(s => s.Terms).Distinct(),
                .. RequestReport.Common.Terms["microbenchmarks"].Where(_ => benchmarks.Count > 0),
            ])
        { Microbenchmarks = benchmarks.Count == 0 ? null : MicrobenchmarkBuilder.Build(benchmarks, Colors.StoresOf(runs)) };
    }

    private static string OwnVersion =>
        typeof(ReportBuilder).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? string.Empty;
}
