namespace EventSourcingBench.Reporting.Sections;

internal static class Analyses
{
    /// <exception cref="FormatException">There is no analysis of that name.</exception>
    public static Drawn Of(SuiteDefinition suite, AnalysisSection section) => section.Name switch
    {
        "timeline" => new() { Charts = cells => TimelineChart.Of(cells, suite.Apart) },
        "slowest requests" => new() { Tables = cells => [SlowestTable.Of(cells)] },
        "scalability" => new() { Charts = ScalabilityChart.Of },
        "bound" => new() { Tables = cells => [SloTable.Highest(cells, c => OneNode(suite, Texts(section, "same"), cells, c))] },
        "search" => new() { Tables = cells => [SloTable.Probes(cells)] },
        "tried rates" => new()
        {
            Charts = cells => [SloTable.Chart(cells, SectionBuilder.Line(suite, Text(section, "line"), cells), Axes(suite, section, "by"),
                SectionBuilder.Columns(suite, Columns(section)), Axes(suite, section, "order"))],
        },
        "processes" => new()
        {
            Tables = cells => [ProcessTable.Of(cells, t => [.. RowValues.NumbersOf(t, Text(section, "peaks")).Select(p => (long)p)])],
        },
        "order effect" => new()
        {
            Findings = (cells, _) => [OrderEffect.Table(cells, WayOf(suite, section), Text(section, "conflicts"), suite)],
        },
        "highest rates" => new()
        {
            Findings = (cells, runs) => [PublishedRates.Table(cells, runs, WayOf(suite, section), section)],
        },
        "curves" => new() { Charts = cells => FittedChart.Of(suite, section, cells) },
        "first and last" => new() { Tables = cells => [FittedChart.Change(suite, section, cells)] },
        "best and worst" => new() { Summary = cells => BestAndWorst.Table(suite, section, cells) },
        _ => throw new FormatException($"This version has no analysis named '{section.Name}'. Use the one that made the run."),
    };

    public static string Text(AnalysisSection section, string name) =>
        section.With.GetValueOrDefault(name) is { ValueKind: JsonValueKind.String } text
            ? text.GetString()! : throw new FormatException($"The analysis '{section.Name}' needs a text '{name}'.");

    /// <summary>Texts of what an analysis is applied to; none where they are missing.</summary>
    public static IReadOnlyList<string> Texts(AnalysisSection section, string name) =>
        section.With.GetValueOrDefault(name) is { ValueKind: JsonValueKind.Array } list
            ? [.. list.EnumerateArray().Select(i => i.GetString()!)] : [];

    public static IReadOnlyList<ReportColumn> Columns(AnalysisSection section) =>
        section.With.GetValueOrDefault("columns") is { ValueKind: JsonValueKind.Array } list
            ? list.Deserialize<IReadOnlyList<ReportColumn>>(RunJson.Compact)! : [];

    private static IReadOnlyList<Axis> Axes(SuiteDefinition suite, AnalysisSection section, string name) =>
        [.. Texts(section, name).Select(a => suite.AxisOf(a))];

    private static Func<Cell, Way?> WayOf(SuiteDefinition suite, AnalysisSection section)
    {
        var axes = Axes(suite, section, "way");
        return c => axes[2].Of(c) is { } order
            && int.TryParse(axes[0].Of(c), NumberStyles.None, CultureInfo.InvariantCulture, out var nodes)
            ? new Way(c.Run, c.Store.Split(" (")[0], nodes, axes[1].Of(c) ?? string.Empty, order)
            : null;
    }

    // The factor that more nodes bring: the same of all other axes on one of them.
    private static StepRecord? OneNode(SuiteDefinition suite, IReadOnlyList<string> same, IReadOnlyList<Cell> cells, Cell cell)
    {
        var nodes = suite.Axes.GetValueOrDefault("nodes");
        return same.Count == 0 || nodes is null || nodes.Of(cell) == "1" ? null
            : cells.Where(c => nodes.Of(c) == "1" && same.All(a => suite.AxisOf(a).Of(c) == suite.AxisOf(a).Of(cell)))
                .SelectMany(c => c.Trials).FirstOrDefault(t => t.SloSearch is not null);
    }
}
