using EventSourcingBench.Measurement;

namespace EventSourcingBench.Reporting;

/// <summary>Builds one suite over all runs.</summary>
internal static class SuiteBuilder
{
    public static SuiteModel Build(string name, IReadOnlyList<RunFolder> runs)
    {
        var report = SuiteReports.Of(name);
        var cells = CellBuilder.Build(name, report, runs);
        var (rankings, unranked) = RankingBuilder.Build(name, report, cells, runs.Count);
        return new SuiteModel
        {
            Name = name,
            Question = runs.Select(r => r.Run.Workloads.GetValueOrDefault(name)?.Question)
                .FirstOrDefault(q => q is not null) ?? string.Empty,
            Cells = cells,
            Rankings = rankings,
            Unranked = unranked,
            Summary = report.Summary(cells),
            Charts = [.. Charts(name, report, cells)],
            Findings = cells.Count == 0 ? [] : [.. report.Findings(cells, runs).Where(t => t.Rows.Count > 0)],
            NotPassed = VerdictTable.NotPassed(cells),
            Tables = [.. SuiteTables.Build(name, report, cells, runs).Where(t => t.Rows.Count > 0)],
        };
    }

    /// <summary>Copies and rates are different questions: a line from one to the other would mean nothing.</summary>
    private static IEnumerable<ChartModel> Charts(string suite, SuiteReport report, IReadOnlyList<Cell> cells) =>
        from model in cells.Where(c => c.Load.Name is not null || c.Load.Copies is not null || c.Load.IsOpen).GroupBy(c => c.Load.IsOpen)
            .OrderBy(g => g.Key)
        let steps = model.ToList()
        from chart in report.Charts(steps)
        where chart.If(steps)
        select chart.Build(model.Key ? $"{suite}-open" : suite, steps);
}
