namespace EventSourcingBench.Reporting.Building;

internal static class SuiteBuilder
{
    public static SuiteModel Build(string name, IReadOnlyList<RunFolder> runs) =>
        SuiteDefinition.Of(name, runs).Draw(suite => Build(suite, runs));

    private static SuiteModel Build(SuiteDefinition suite, IReadOnlyList<RunFolder> runs)
    {
        var name = suite.Name;
        var all = SectionBuilder.Of(suite);
        var measured = CellBuilder.Build(suite, runs);
        // What ran twice says how noisy the run was, and is verified as all is; it is no other store.
        List<Cell> cells = [.. measured.Where(c => c.RepeatOf is null)];
        var sections = Shown(cells);
        var (rankings, unranked) = RankingBuilder.Build(suite, measured, runs.Count);
        var differences = DifferenceTable.Of(suite, measured);
        var summary = sections.Select(s => s.Summary?.Invoke(cells)).FirstOrDefault(s => s is not null);
        return new SuiteModel(
            name, runs.Select(r => r.Run.Workloads.GetValueOrDefault(name)?.Question).FirstOrDefault(q => q is not null) ?? string.Empty,
            // Copies and rates are different questions: a line from one to the other would mean nothing.
            [
                .. from model in cells.Where(c => c.Load.Name is not null || c.Load.Copies is not null || c.Load.IsOpen)
                       .GroupBy(c => c.Load.IsOpen).OrderBy(g => g.Key)
                   let steps = model.ToList()
                   from drawn in Shown(steps).SelectMany(s => s.Charts?.Invoke(steps) ?? [])
                   let chart = drawn.Build(model.Key ? $"{name}-open" : name)
                   select chart with { Table = chart.Table with { OnPageOnly = !IsReadInMarkdown(chart, summary) } },
            ],
            [
                .. SuiteTables.Build(name, sections, cells, runs)
                    .Concat(differences.Where(t => t.Rows.Count > SuiteModel.MostRows)).Where(t => t.Rows.Count > 0)
                    .Select(t => summary is not null && t.Rows.Count > SuiteModel.MostRows ? t with { OnPageOnly = true } : t),
            ], cells.Count == 0 ? [] :
            [
                .. sections.SelectMany(s => s.Findings?.Invoke(cells, runs) ?? []).Prepend(ComparisonBuilder.Gains(suite, cells, runs))
                    .Concat(differences.Where(t => t.Rows.Count <= SuiteModel.MostRows))
                    .Append(ClaimTable.Of(suite.Report.Claims, claim => ClaimRules.Decide(suite, claim, cells)))
                    .Where(t => t.Rows.Count > 0),
            ], SuiteTables.NotPassed(measured) is { Rows.Count: > 0 } notPassed ? notPassed : null, summary)
        {
            Cells = cells,
            Rankings = rankings,
            Bounds = BoundTable.Of(name, measured),
            Unranked = unranked,
            Terms = suite.Report.Terms,
            Compared = suite.Report.Compared ? RankingRules.Comparing(suite, cells) : null,
        };

        List<Drawn> Shown(IReadOnlyList<Cell> steps) => [.. all.Where(s => s.IsShown?.Invoke(steps) != false)];
    }

    // Samples of growing stores have more rows than anyone reads in an issue, and are in the CSV: their fits stand for them.
    private static bool IsReadInMarkdown(ChartModel chart, TableModel? summary) => chart.Kind switch
    {
        ChartKind.Category or ChartKind.Stack => summary is null,
        ChartKind.Timeline => chart.Views.Values.Any(v => v.Marks is [_, ..]),
        _ => false,
    };
}
