using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Builds one suite over all runs.</summary>
internal static class SuiteBuilder
{
    public static SuiteModel Build(string name, IReadOnlyList<RunFolder> runs)
    {
        var cells = CellBuilder.Build(name, runs);
        var (rankings, unranked) = RankingBuilder.Build(name, cells, runs.Count);
        return new SuiteModel
        {
            Name = name,
            Question = runs.Select(r => r.Run.Workloads.GetValueOrDefault(name)?.Question).FirstOrDefault(q => q is not null) ?? string.Empty,
            Cells = cells,
            Rankings = rankings,
            Unranked = unranked,
            Summary = IngestSummary.Build(cells, runs.Count),
            Charts = cells.Count == 0 ? [] : ChartBuilder.Build(name, cells, new SeriesStyle(runs), runs.Count),
            Findings = Findings.Build(name, cells, runs),
            NotPassed = VerdictTable.NotPassed(cells, runs.Count),
            Tables = SuiteTables.Build(name, cells, runs),
        };
    }
}
