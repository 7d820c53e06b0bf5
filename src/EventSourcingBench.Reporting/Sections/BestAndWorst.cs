namespace EventSourcingBench.Reporting.Sections;

/// <summary>A run with so many steps that a row for each is too many: one for each store and value of an axis.</summary>
internal static class BestAndWorst
{
    /// <returns>Null where the steps are few enough.</returns>
    public static TableModel? Table(SuiteDefinition suite, AnalysisSection section, IReadOnlyList<Cell> all)
    {
        var (axis, of) = (suite.AxisOf(Analyses.Text(section, "by")), suite.AxisOf(Analyses.Text(section, "of")));
        var (title, name) = (Analyses.Text(section, "title"), of.Name.ToLowerInvariant());
        var cells = all.Where(c => axis.Of(c) is not null).ToList();
        return cells.Count <= SuiteModel.MostRows ? null : TableRows.Of(
            title,
            cells.GroupBy(c => (c.Name, By: axis.Of(c))).Select(g =>
            {
                var best = Chart.Best(g)!;
                var worst = g.OrderBy(c => c.Verdict).ThenBy(c => c.Throughput.Median).First(c => c.Verdict == best.Verdict);
                return (Steps: g.ToList(), Best: best, Worst: worst == best ? null : worst);
            }),
            [
                new("Store", g => g.Best.Name), new("Durability", g => g.Best.Tier), new(axis.Name, g => axis.Of(g.Best)!, numeric: true),
                new($"Best {name}", g => of.Of(g.Best)!), new("Events/s", g => Rate(g.Best), numeric: true),
                .. Analyses.Columns(section).Where(c => c.Value != "throughput")
                    .Select(c => new Column<(List<Cell> Steps, Cell Best, Cell? Worst)>(
                        new TableColumn(c.Title, true), g => new RowValues(suite, g.Best).Text(c))),
                new($"Worst {name}", g => g.Worst is null ? Format.None : of.Of(g.Worst)!),
                new("Events/s", g => g.Worst is null ? Format.None : Rate(g.Worst), numeric: true),
                .. Analyses.Texts(section, "sums").Select(v => v.Split('='))
                    .Select(v => new Column<(List<Cell> Steps, Cell Best, Cell? Worst)>(
                    v[0], g => (long)g.Steps.Sum(c => c.Trials.Sum(t => new RowValues(suite, c, t).Number(v[1]) ?? 0)))),
                new("Verdicts", g => string.Join(
                    ", ",
                    g.Steps.GroupBy(c => c.Verdict).OrderByDescending(v => v.Key)
                        .Select(v => $"{Format.Count(v.Count())} {Verdicts.Label(v.Key)}"))),
            ],
            $"{Format.Count(cells.Count)} steps summed up. {Analyses.Text(section, "note")}");

        string Rate(Cell cell) => new RowValues(suite, cell).Text(Analyses.Columns(section).First(c => c.Value == "throughput"));
    }
}
